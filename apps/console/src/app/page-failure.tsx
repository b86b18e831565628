import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Page } from '../ui/page.tsx';

/** Shown in place of a page that failed. */
export function PageFailure() {
  const { t } = useTranslation();
  return (
    <Page title={t('failure.title')} lead={t('failure.text')}>
      <p role="alert">
        <Button onClick={() => location.reload()}>{t('failure.reload')}</Button>
      </p>
    </Page>
  );
}
