import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '../lib/paths.ts';
import { Page } from '../ui/page.tsx';

/** Shown for unknown URLs, and for pages whose parameter matches nothing. */
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
