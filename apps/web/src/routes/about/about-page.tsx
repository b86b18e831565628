import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Article } from '../../ui/article.tsx';
import { ButtonLink } from '../../ui/links.tsx';

export function AboutPage() {
  const { t } = useTranslation('info');
  usePageTitle(t('about.title'));
  return (
    <Article
      title={t('about.title')}
      lead={t('about.lead')}
      points={t('about.points', { returnObjects: true })}
      action={
        <ButtonLink to={paths.landing} reloadDocument>
          {t('about.check')}
        </ButtonLink>
      }
    />
  );
}
