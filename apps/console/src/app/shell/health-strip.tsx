import { Link, useRouterState } from '@tanstack/react-router';
import { formatInteger } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { useHealth } from '../../lib/health.ts';
import { paths } from '../../lib/paths.ts';
import { useStaff } from '../../lib/session.ts';
import styles from './health-strip.module.css';

const EVERY_MS = 5_000;
const ZERO = /^-?0*\.?0*$/;

/** The health of the exchange, below the bar of every page except the health page, if the window is wide. */
export function HealthStrip() {
  const isSignedIn = useStaff() !== undefined;
  const isOwnPage = useRouterState({ select: (state) => state.location.pathname === paths.health });
  return isSignedIn && !isOwnPage ? <Strip /> : null;
}

function Strip() {
  const { t } = useTranslation();
  const { data, isError } = useHealth(EVERY_MS);
  if (data === undefined) return <div className={styles.strip} aria-busy="true" />;
  const wrong = data.sums.filter(({ sum }) => !ZERO.test(sum));
  const textsRefused = new Set(data.text_messages_refused.map(({ country }) => country || t('strip.allCountries')));
  return (
    <section className={styles.strip} aria-label={t('strip.label')}>
      <p>
        <span>{t('strip.position')}</span>
        <b className="num">#{formatInteger(data.position)}</b>
        {isError ? <em>{t('strip.silent')}</em> : null}
      </p>
      <p>
        <span>{t('strip.lag')}</span>
        <b className="num">{formatInteger(data.position - data.projected_position)}</b> {t('strip.commands')}
      </p>
      <p className={styles.sums}>
        <span>{t('strip.sums')}</span>
        {wrong.length === 0 ? (
          <b>{t('strip.allZero', { count: data.sums.length })}</b>
        ) : (
          <em>{wrong.map(({ coin, sum }) => `${coin} ${sum}`).join(', ')}</em>
        )}
      </p>
      <p>
        <span>{t('strip.database')}</span>
        <b className="num">{data.database.answers_in_ms ?? '–'}</b> ms
      </p>
      <Waiting name={t('strip.waiting')} to={paths.approvals} count={data.approvals_waiting} />
      <Waiting name={t('strip.withdrawals')} to={paths.withdrawals} count={data.withdrawals_waiting} />
      {data.purchases_to_look_at > 0 ? (
        <Waiting name={t('strip.purchases')} to={paths.purchases} count={data.purchases_to_look_at} />
      ) : null}
      {data.protected_markets.length > 0 ? (
        <Waiting name={t('strip.protected')} to={paths.risk} count={data.protected_markets.length} />
      ) : null}
      {data.blocked_delistings.length > 0 ? (
        <p role="alert">
          <span>{t('strip.blockedDelistings')}</span>
          <Link to={paths.markets} className={styles.alarm}>
            {data.blocked_delistings.join(', ')}
          </Link>
        </p>
      ) : null}
      {data.earn_faults.length > 0 ? (
        <p role="alert">
          <span>{t('strip.earnFaults')}</span>
          <Link to={paths.health} className={styles.alarm}>
            {data.earn_faults.length}
          </Link>
        </p>
      ) : null}
      {textsRefused.size > 0 ? (
        <p>
          <span>{t('strip.textMessages')}</span>
          <em>{[...textsRefused].join(', ')}</em>
        </p>
      ) : null}
    </section>
  );
}

interface WaitingProps {
  readonly name: string;
  readonly to: string;
  readonly count: number;
}

/** The number of items of one kind that need a decision, with a link to the page where it is made. */
function Waiting({ name, to, count }: WaitingProps) {
  return (
    <p>
      <span>{name}</span>
      <Link to={to} className={styles.waiting} data-some={count > 0 || undefined}>
        {count}
      </Link>
    </p>
  );
}
