import { figures } from './live.ts';
import { useStore } from './store.ts';

/** Whether to mark the page as a sandbox. True until the server reports production, to be on the safe side. */
export const useIsSandbox = (): boolean => useStore(figures)?.mode !== 'production';
