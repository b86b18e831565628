import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Article } from '../../ui/article.tsx';

export function PrivacyPage() {
  const { t } = useTranslation('info');
  usePageTitle(t('privacy.title'));
  return (
    <Article
      title={t('privacy.title')}
      lead={t('privacy.lead')}
      points={t('privacy.sections', { returnObjects: true })}
    />
  );
}
