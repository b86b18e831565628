import { IconCalendar } from '@tabler/icons-react';
import { EmptyState, formatAmount, LoadFailed } from '@vitrine/ui';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { utcDayText, utcWeekdayText } from '../../../lib/days.ts';
import { dateTimeText } from '../../../lib/when.ts';
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx';
import { CoinText } from '../shared/coin-text.tsx';
import { type DueDay, dueDays, weekdayOf } from './due-days.ts';
import styles from './summary.module.css';
import { type Due, useSummary } from './summary-data.ts';

const DECIMALS = 4;
const DAY_MS = 86_400_000;
const WEEK = 7;

/** The next 30 days: what is paid on each, and what ends. */
export function DueCalendar() {
  const { t } = useTranslation('earn');
  const { data, isError, refetch } = useSummary();
  if (data === undefined)
    return isError ? (
      <LoadFailed title={t('summary.failed')} onRetry={() => void refetch()} />
    ) : (
      <SkeletonLines lines={5} />
    );
  const days = dueDays(data);
  if (days.every(({ payout, due }) => payout === undefined && due.length === 0))
    return (
      <EmptyState icon={IconCalendar} caption={t('summary.noneDue')} title={t('summary.noneDueText')} role="status" />
    );
  return (
    <div className={styles.due}>
      <Month days={days} />
      <Ends due={data.due} />
    </div>
  );
}

/** The days in weeks that begin on Mondays; on a phone, the first week and what ends later, one below another. */
function Month({ days }: { readonly days: readonly DueDay[] }) {
  const { t } = useTranslation('earn');
  const first = days[0]?.timeMs ?? 0;
  const monday = first - weekdayOf(first) * DAY_MS;
  return (
    <div>
      <div className={styles.weekdays} aria-hidden="true">
        {Array.from({ length: WEEK }, (_, index) => monday + index * DAY_MS).map((timeMs) => (
          <span key={timeMs}>{utcWeekdayText(timeMs)}</span>
        ))}
      </div>
      <ol
        className={styles.month}
        aria-label={t('summary.calendar')}
        style={{ '--first-column': weekdayOf(first) + 1 } as CSSProperties}
      >
        {days.map((day, index) => (
          <li key={day.timeMs} data-today={index === 0 || undefined} data-ends={day.due.length > 0 || undefined}>
            <b className="num">
              {utcDayText(day.timeMs)}
              {index === 0 ? <span className={styles.today}> {t('summary.today')}</span> : null}
            </b>
            {day.payout === undefined ? null : (
              <small className="num">{t('summary.payout', { amount: formatAmount(day.payout, DECIMALS) })}</small>
            )}
            {day.due.map((one) => (
              <em key={`${one.kind} ${one.id}`}>
                <DueName due={one} />
              </em>
            ))}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** What ends, the soonest first, with what is paid back. */
function Ends({ due }: { readonly due: readonly Due[] }) {
  const { t } = useTranslation('earn');
  return (
    <div className={styles.ends}>
      <h3>{t('summary.ends')}</h3>
      {due.length === 0 ? (
        <p className={styles.about}>{t('summary.noEnds')}</p>
      ) : (
        <ul>
          {due.map((one) => (
            <li key={`${one.kind} ${one.id}`}>
              <b>
                <DueName due={one} />
              </b>
              <CoinText amount={one.amount} coin={one.name} />
              <small>{dateTimeText(one.time)}</small>
              {one.interest === undefined ? null : (
                <small>
                  <CoinText amount={one.interest} coin={one.name} signed />
                </small>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className={styles.about}>{t('summary.dueNote')}</p>
    </div>
  );
}

function DueName({ due: { kind, name: coin, renews } }: { readonly due: Due }) {
  const { t } = useTranslation('earn');
  return t(renews === true ? 'summary.due.RENEWS' : `summary.due.${kind}`, { coin });
}
