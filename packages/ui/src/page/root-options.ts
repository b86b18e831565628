import type { RootOptions } from 'react-dom/client';

/**
 * Options for `createRoot`: where React wraps a thrown error because rendering again worked, the browser's log names
 * the thrown error.
 */
export const rootOptions: RootOptions = {
  onRecoverableError: (error) => reportError(error instanceof Error ? (error.cause ?? error) : error),
};
