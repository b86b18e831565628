import { Link } from '@tanstack/react-router';
import { BrandMark } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { DEFAULT_COIN, paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { useIsSandbox } from '../../lib/system.ts';
import styles from './footer.module.css';

/** The footer of text pages. Lists only pages that exist. */
export function Footer() {
  const { t } = useTranslation();
  const isSandbox = useIsSandbox();
  const isVisitor = useSession().status === 'visitor';
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.brand}>
          <span>
            <BrandMark size={26} />
            {t('brand')}
          </span>
          <p>{t('footer.claim')}</p>
        </div>
        <nav aria-label={t('footer.label')} className={styles.links}>
          <Link to={paths.markets}>{t('nav.markets')}</Link>
          <Link to={paths.spot} params={{ coin: DEFAULT_COIN }}>
            {t('nav.trade')}
          </Link>
          {isVisitor ? (
            <>
              <Link to={paths.signIn}>{t('nav.login')}</Link>
              <Link to={paths.signUp}>{t('nav.signUp')}</Link>
            </>
          ) : (
            <Link to={paths.wallet}>{t('nav.wallet')}</Link>
          )}
          <Link to={paths.feeRate}>{t('footer.fees')}</Link>
          <Link to={paths.about}>{t('footer.about')}</Link>
          <Link to={paths.contact}>{t('footer.contact')}</Link>
          <Link to={paths.terms}>{t('footer.terms')}</Link>
          <Link to={paths.privacy}>{t('footer.privacy')}</Link>
        </nav>
      </div>
      {isSandbox ? <p className={styles.end}>{t('sandbox.footer')}</p> : null}
    </footer>
  );
}
