import { StaleBadge } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { useIsOnline } from '../lib/use-is-online.ts';
import { useStreamStatus } from '../lib/use-stream.ts';

/** That this page's figures are live, with the round trip to the exchange. When they are not, the top bar says so, once. */
export function LiveBadge() {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  const { state, pingMs } = useStreamStatus();
  if (!isOnline || state !== 'live') return null;
  return (
    <StaleBadge state="live">
      <span className="num">{pingMs === undefined ? t('stream.live') : t('stream.liveMs', { ms: pingMs })}</span>
    </StaleBadge>
  );
}
