import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page } from '../ui/page.tsx';
import { paths } from '../lib/paths.ts';

/** For addresses that lead nowhere, and for pages whose parameter names nothing. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('notFound.title')} lead={t('notFound.text')}>
      <p>
        <Link to={paths.start} className="link">
          {t('notFound.action')}
        </Link>
      </p>
    </Page>
  );
}
