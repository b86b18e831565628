import { IconCircleCheck } from '@tabler/icons-react';
import { formatInteger, useIsPhone } from '@vitrine/ui';
import { useEffect, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useSpotWallet } from '../../lib/wallet.ts';
import styles from './log-mark.module.css';

/** Where in the log the figures on this page stand, and how long ago they were read there; its place is kept until then. */
export function LogMark() {
  const { t } = useTranslation('wallet');
  const isPhone = useIsPhone();
  const { data, dataUpdatedAt } = useSpotWallet();
  const seconds = useSecondsSince(dataUpdatedAt);
  return (
    <p className={`num ${styles.mark}`} data-waiting={!data || undefined} aria-hidden={!data}>
      <IconCircleCheck size={16} stroke={1.7} aria-hidden="true" />
      <span>
        <Trans
          t={t}
          i18nKey={isPhone ? 'logMarkShort' : 'logMark'}
          values={{ position: formatInteger(data?.position ?? 0), seconds: data ? seconds : 0 }}
        >
          <b />
          <b />
        </Trans>
      </span>
    </p>
  );
}

function useSecondsSince(time: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.round((now - time) / 1000));
}
