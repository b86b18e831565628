import { StaleBadge } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { useIsOnline } from '../lib/use-is-online.ts';
import { useStreamStatus } from '../lib/use-stream.ts';
import styles from './live-badge.module.css';

/**
 * Shows how fresh this page's figures are: live, with the round-trip time to the exchange, or why they are not live.
 */
export function LiveBadge() {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  const { state, pingMs } = useStreamStatus();
  return (
    <span className={styles.place} data-live-badge>
      {isOnline && state === 'live' ? (
        <StaleBadge state="live">
          <span className="num">{pingMs === undefined ? t('stream.live') : t('stream.liveMs', { ms: pingMs })}</span>
        </StaleBadge>
      ) : (
        <OldBadge />
      )}
    </span>
  );
}

/** Appears when a page's figures may be old; hidden otherwise, and on pages with their own badge. */
export function ConnectionBadge() {
  return (
    <span className={styles.elsewhere}>
      <OldBadge />
    </span>
  );
}

function OldBadge() {
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
