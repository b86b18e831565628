import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_HOURS = 24;
/** A case that has waited longer than this is late. */
const LATE_HOURS = 4;

/** How long ago something was, in minutes, hours or days; with `isLate`, marked as late from LATE_HOURS on. */
export function Waited({ since, isLate }: { readonly since: number; readonly isLate: boolean }) {
  const { t } = useTranslation('kyc');
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  const minutes = Math.max(0, Math.floor((now - since) / MINUTE_MS));
  const hours = Math.floor(minutes / HOUR_MINUTES);
  const text =
    hours === 0
      ? t('ago.minutes', { minutes })
      : hours < DAY_HOURS
        ? t('ago.hours', { hours, minutes: minutes % HOUR_MINUTES })
        : t('ago.days', { days: Math.floor(hours / DAY_HOURS) });
  return (
    <span className="num" data-late={(isLate && hours >= LATE_HOURS) || undefined}>
      {text}
    </span>
  );
}
