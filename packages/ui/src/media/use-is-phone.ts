import { useSyncExternalStore } from 'react';

/** Up to this width, pages are laid out for phones. The style sheets use the same 47.99em. */
export const PHONE_QUERY = '(max-width: 47.99em)';

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}

export const useIsPhone = (): boolean => useMedia(PHONE_QUERY);
