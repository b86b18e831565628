import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { useRestrictionsInForce } from '../../lib/session.ts';
import { dateTimeText } from '../../lib/when.ts';
import styles from './restriction-banner.module.css';

/** Shown above every page while the account is restricted. */
export function RestrictionBanner() {
  const { t } = useTranslation();
  const [inForce] = useRestrictionsInForce();
  if (inForce === undefined) return null;
  const { kind, ends_at, reason } = inForce;
  return (
    <aside className={styles.banner} aria-label={t('restrictionBanner.label')}>
      <p>{t(`restrictionBanner.${kind}`, { end: dateTimeText(ends_at), reason: t(`restrictionReasons.${reason}`) })}</p>
      <Link to={paths.restrictions} className="link">
        {t('restrictionBanner.action')}
      </Link>
    </aside>
  );
}
