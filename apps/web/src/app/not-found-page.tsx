import { useTranslation } from 'react-i18next';
import { paths } from '../lib/paths.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { ButtonLink } from '../ui/links.tsx';
import { PaneRack } from '../ui/pane-rack.tsx';
import styles from './page.module.css';

/** Shown for unknown URLs, and for pages with an unknown parameter (such as a coin). */
export function NotFoundPage() {
  const { t } = useTranslation();
  usePageTitle(t('notFound.title'));
  return (
    <section className={styles.sheet}>
      <PaneRack className={styles.rack} count={12} lifted={5}>
        <span className={styles.code}>404</span>
      </PaneRack>
      <h1>{t('notFound.title')}</h1>
      <p>{t('notFound.text')}</p>
      <div className={styles.actions}>
        <ButtonLink to={paths.markets}>{t('notFound.action')}</ButtonLink>
      </div>
    </section>
  );
}
