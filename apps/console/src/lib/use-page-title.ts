import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Sets the tab's title while the page is shown. */
export function usePageTitle(title: string): void {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${title} · ${t('console')}`;
  }, [title, t]);
}
