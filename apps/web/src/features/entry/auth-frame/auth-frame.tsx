import { Link } from '@tanstack/react-router';
import { BrandMark, SandboxMark } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { useIsSandbox } from '../../../lib/system.ts';
import { PaneRack } from '../../../ui/pane-rack.tsx';
import styles from './auth-frame.module.css';

/** The white frame around sign-in and sign-up: the form on one side, the showcase on the other. */
export function AuthFrame({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation(['auth', 'common']);
  const isSandbox = useIsSandbox();
  return (
    <div className={styles.frame}>
      <div className={styles.side}>
        <header className={styles.header}>
          <Link to={paths.landing} reloadDocument className={styles.brand}>
            <BrandMark size={26} />
            {t('common:brand')}
          </Link>
          {isSandbox ? <SandboxMark title={t('common:sandbox.title')}>{t('common:sandbox.mark')}</SandboxMark> : null}
        </header>
        <div className={styles.column}>{children}</div>
        <footer className={styles.footer}>
          <span>
            {t('frame.address')} <b>{location.origin}</b>
          </span>
          <nav className={styles.links} aria-label={t('common:brand')}>
            <Link to={paths.markets}>{t('common:nav.markets')}</Link>
            <Link to={paths.terms}>{t('frame.terms')}</Link>
            <Link to={paths.privacy}>{t('frame.privacy')}</Link>
          </nav>
        </footer>
      </div>
      <aside className={styles.window} aria-hidden="true">
        <PaneRack className={styles.rack} count={15} lifted={7}>
          <span className={styles.letter}>V</span>
        </PaneRack>
        <div className={styles.claim}>
          <p>{t('frame.claim')}</p>
          <small>{t('frame.reason')}</small>
        </div>
      </aside>
    </div>
  );
}
