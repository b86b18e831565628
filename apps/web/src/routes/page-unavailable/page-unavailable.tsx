import { IconWorldOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import styles from '../../app/page.module.css';
import { paths } from '../../lib/paths.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { PaneRack } from '../../ui/pane-rack.tsx';

export function PageUnavailable() {
  const { t } = useTranslation();
  usePageTitle(t('unavailable.title'));
  return (
    <section className={styles.sheet}>
      <PaneRack className={styles.rack} count={12} lifted={5}>
        <span className={styles.code}>
          <IconWorldOff size={112} stroke={1} aria-hidden="true" />
        </span>
      </PaneRack>
      <h1>{t('unavailable.title')}</h1>
      <div className={styles.actions}>
        <ButtonLink to={paths.wallet}>{t('unavailable.action')}</ButtonLink>
      </div>
    </section>
  );
}
