import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Article } from '../../ui/article.tsx';

export function TermsPage() {
  const { t } = useTranslation('info');
  usePageTitle(t('terms.title'));
  return (
    <Article title={t('terms.title')} lead={t('terms.lead')} points={t('terms.sections', { returnObjects: true })} />
  );
}
