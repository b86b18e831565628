import { IconCircleCheck } from '@tabler/icons-react';
import { formatInteger, useIsPhone } from '@vitrine/ui';
import { useEffect, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import styles from './log-mark.module.css';

type LogMarkProps = { readonly position: number | undefined; readonly readAtMs: number };

/** The log position of the figures on this page, and how long ago they were read; its space is always reserved. */
export function LogMark({ position, readAtMs }: LogMarkProps) {
  const { t } = useTranslation('wallet');
  const isPhone = useIsPhone();
  const seconds = useSecondsSince(readAtMs);
  return (
    <p
      className={`num ${styles.mark}`}
      data-waiting={position === undefined || undefined}
      aria-hidden={position === undefined}
    >
      <IconCircleCheck size={16} stroke={1.7} aria-hidden="true" />
      <span>
        <Trans
          t={t}
          i18nKey={isPhone ? 'logMarkShort' : 'logMark'}
          values={{ position: formatInteger(position ?? 0), seconds: position === undefined ? 0 : seconds }}
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
