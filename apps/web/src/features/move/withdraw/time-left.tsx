import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './confirm-withdrawal-dialog.module.css';

const DRAFT_MS = 600_000;
const RADIUS = 16;
const AROUND = 2 * Math.PI * RADIUS;

/** How long a draft is still valid, as minutes and seconds and as a ring that empties. */
export function TimeLeft({ endsAt }: { readonly endsAt: number }) {
  const { t } = useTranslation('withdraw');
  const leftMs = useLeft(endsAt);
  const seconds = Math.ceil(leftMs / 1000);
  if (seconds === 0) {
    return (
      <span className={styles.expired} role="alert">
        {t('confirm.expired')}
      </span>
    );
  }
  return (
    <span className={styles.time} role="timer">
      <span>
        <b className="num">{`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}</b>
        {t('confirm.expiresIn')}
      </span>
      <svg width="38" height="38" viewBox="0 0 38 38" fill="none" strokeWidth="3" aria-hidden="true">
        <circle cx="19" cy="19" r={RADIUS} stroke="var(--line)" />
        <circle
          cx="19"
          cy="19"
          r={RADIUS}
          stroke="var(--accent)"
          strokeDasharray={`${(AROUND * leftMs) / DRAFT_MS} ${AROUND}`}
          strokeLinecap="round"
          transform="rotate(-90 19 19)"
        />
      </svg>
    </span>
  );
}

function useLeft(endsAt: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.min(DRAFT_MS, Math.max(0, endsAt - now));
}
