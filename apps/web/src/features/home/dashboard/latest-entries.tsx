import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { directionOf, formatCoin, formatInteger, LoadFailed } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { WALLET_KEY } from '../../../lib/query-client.ts';
import { useClient } from '../../../lib/session.ts';
import { useFallbackInterval } from '../../../lib/use-stream.ts';
import { WALLET_POLL_MS } from '../../../lib/wallet.ts';
import { dayText, isSameDay, timeText } from '../../../lib/when.ts';
import styles from './dashboard.module.css';
import { addUp, type Entry } from './entries.ts';

const SHOWN = 8;
/** More entries than are shown, because each account's oldest entry cannot be checked. */
const READ = 60;

/** The client's newest ledger entries, verified in the browser. */
export function LatestEntries() {
  const { t } = useTranslation('dashboard');
  const { data, isError, refetch } = useQuery({
    queryKey: [...WALLET_KEY, 'entries'],
    queryFn: async ({ signal }) =>
      (await call('GET /api/v3/wallet/statement', { query: { limit: READ }, signal })).lines,
    enabled: useClient() !== undefined,
    refetchInterval: useFallbackInterval(WALLET_POLL_MS),
  });
  return (
    <section aria-labelledby="entries">
      <header className={styles.head}>
        <h2 id="entries">{t('entries.title')}</h2>
        <Link to={paths.history} search={{ tab: 'ledger' }} className="link">
          {t('entries.all')}
        </Link>
      </header>
      {isError && !data ? <LoadFailed title={t('entries.failed')} onRetry={refetch} /> : null}
      {data?.length === 0 ? <p className={styles.none}>{t('entries.none')}</p> : null}
      {!data && !isError ? <Skeleton height={240} radius={8} /> : null}
      {data && data.length > 0 ? (
        <>
          <ol className={`num ${styles.entries}`}>
            {data.slice(0, SHOWN).map((entry) => (
              <EntryRow key={entry.id} entry={entry} />
            ))}
          </ol>
          <Sum entries={data} />
        </>
      ) : null}
    </section>
  );
}

function EntryRow({
  entry: { position, coin, wallet, cause, amount, balance_after, time },
}: {
  readonly entry: Entry;
}) {
  const { t } = useTranslation(['dashboard', 'wallet']);
  const isToday = isSameDay(time, Date.now());
  return (
    <li>
      <span className="faint">{formatInteger(position)}</span>
      <span>
        <b>{isCause(cause) ? t(`wallet:recent.causes.${cause}`) : cause}</b>
        <small>
          {isWallet(wallet) ? t(`wallet:accounts.${wallet}`) : wallet} ·{' '}
          <time dateTime={new Date(time).toISOString()}>{isToday ? timeText(time) : dayText(time)}</time>
        </small>
      </span>
      <span>
        <b className={styles[directionOf(amount)]}>
          {amount.startsWith('-') ? '' : '+'}
          {formatCoin(amount, coin)} {coin}
        </b>
        <small>{t('dashboard:entries.after', { balance: formatCoin(balance_after, coin) })}</small>
      </span>
    </li>
  );
}

/** The result of verifying the entries. */
function Sum({ entries }: { readonly entries: readonly Entry[] }) {
  const { t } = useTranslation('dashboard');
  const { checked, wrong } = addUp(entries);
  if (wrong)
    return (
      <p className={styles.at} role="alert">
        {t('entries.wrong', { position: formatInteger(wrong.position) })}{' '}
        <Link to={paths.contact}>{t('entries.ask')}</Link>
      </p>
    );
  return <p className={styles.at}>{checked === 0 ? t('entries.lead') : t('entries.checked', { count: checked })}</p>;
}

const CAUSES = [
  'deposit',
  'withdrawal',
  'between_wallets',
  'trade',
  'fee',
  'convert',
  'purchase',
  'purchase_reversal',
  'reward',
  'interest',
  'correction',
  'house_funding',
  'futures_profit',
  'funding',
  'liquidation_fee',
] as const;
const isCause = (cause: string): cause is (typeof CAUSES)[number] => CAUSES.some((each) => each === cause);
const isWallet = (wallet: string): wallet is 'spot' | 'funding' | 'future' | 'earn' =>
  ['spot', 'funding', 'future', 'earn'].includes(wallet);
