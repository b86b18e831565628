import { useSyncExternalStore } from 'react';

const onResize = (changed: () => void) => {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
};
export const useWindowWidth = (): number => useSyncExternalStore(onResize, () => document.documentElement.clientWidth);
