import { useEffect } from 'react';

/** Sets the tab's title while the page is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Vitrine` : 'Vitrine';
  }, [title]);
}
