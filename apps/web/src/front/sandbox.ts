import { figures } from './live.ts';
import { useStore } from './store.ts';

/** Until the server says production, the page is marked as a sandbox: the mark errs on the safe side. */
export const useIsSandbox = (): boolean => useStore(figures)?.mode !== 'production';
