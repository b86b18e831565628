import { StaleBadge } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { useIsOnline } from '../../lib/use-is-online.ts';
import { useStreamStatus } from '../../lib/use-stream.ts';
import styles from './connection-badge.module.css';

/** The one place that speaks up, on every page, when what it shows may be old; silent while all is well. */
export function ConnectionBadge() {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  const { state } = useStreamStatus();
  if (!isOnline) return <StaleBadge state="offline">{t('stream.offline')}</StaleBadge>;
  if (state === 'stale') return <StaleBadge state="stale">{t('stream.stale')}</StaleBadge>;
  if (state === 'connecting')
    return (
      <span className={styles.late}>
        <StaleBadge state="reconnecting">{t('stream.reconnecting')}</StaleBadge>
      </span>
    );
  return null;
}
