import { IconCircleCheck } from '@tabler/icons-react';
import { formatInteger } from '@vitrine/ui';
import { useEffect, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useSpotWallet } from '../../lib/wallet.ts';
import styles from './log-mark.module.css';

/** Where in the log the figures on this page stand, and how long ago they were read there. */
export function LogMark() {
  const { t } = useTranslation('wallet');
  const { data, dataUpdatedAt } = useSpotWallet();
  const seconds = useSecondsSince(dataUpdatedAt);
  if (!data) return null;
  return (
    <p className={`num ${styles.mark}`}>
      <IconCircleCheck size={16} stroke={1.7} aria-hidden="true" />
      <span>
        <Trans t={t} i18nKey="logMark" values={{ position: formatInteger(data.position), seconds }}>
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
