import { Skeleton } from '@mantine/core';
import {
  IconAdjustments,
  IconArrowBackUp,
  IconArrowBarDown,
  IconArrowBarUp,
  IconArrowsExchange,
  IconGift,
  IconPercentage,
  IconRefresh,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { EmptyState, formatInteger, formatPrice, formatSigned, LoadFailed, Panel } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { trimZeros } from '../../lib/trading/decimal.ts';
import { type Move, movesOf } from './recent-moves.ts';
import styles from './recent-panel.module.css';
import { useRecentLines } from './use-wallet.ts';

const ICONS = {
  deposit: IconArrowBarDown,
  withdrawal: IconArrowBarUp,
  between_wallets: IconArrowsExchange,
  trade: IconRefresh,
  fee: IconPercentage,
  convert: IconRefresh,
  purchase: IconArrowBarDown,
  purchase_reversal: IconArrowBackUp,
  reward: IconGift,
  interest: IconPercentage,
  correction: IconAdjustments,
  house_funding: IconArrowBarDown,
} as const;
type Cause = keyof typeof ICONS;
const isCause = (cause: string): cause is Cause => cause in ICONS;

const DECIMALS = 8;
/** At least two decimals, no trailing zeros beyond. */
const shortAmount = (amount: string) => formatSigned(amount, DECIMALS).replace(/(\.\d{2}\d*?)0+$/, '$1');

const MOVES_SHOWN = 10;

/** What happened last in the client's wallets, each with its place in the log. */
export function RecentPanel() {
  const { t } = useTranslation('wallet');
  const { data, isError, refetch } = useRecentLines();
  const moves = data && movesOf(data.lines, data.next_cursor !== undefined).slice(0, MOVES_SHOWN);
  return (
    <Panel className={styles.panel ?? ''}>
      <header className={styles.heading}>
        <h2>{t('recent.title')}</h2>
        <Link to={paths.history} search={{ tab: 'ledger' }} className="link">
          {t('recent.all')}
        </Link>
      </header>
      {isError && !data ? (
        <LoadFailed compact title={t('recent.error')} onRetry={refetch} />
      ) : (
        <ul className={styles.lines} aria-busy={!moves}>
          {moves ? moves.map((move) => <MoveRow key={move.id} move={move} />) : <Bones />}
        </ul>
      )}
      {moves?.length === 0 ? (
        <EmptyState compact title={t('recent.empty')}>
          {t('recent.emptyText')}
        </EmptyState>
      ) : null}
      <p className={styles.foot}>{t('recent.foot')}</p>
    </Panel>
  );
}

function MoveRow({ move }: { readonly move: Move }) {
  const { t, i18n } = useTranslation('wallet');
  const cause = isCause(move.cause) ? move.cause : 'correction';
  const Icon = ICONS[cause];
  const amount = move.wallets ? formatPrice(trimZeros(move.amount)) : shortAmount(move.amount);
  return (
    <li className={`num ${styles.line}`}>
      <span className={styles.dot}>
        <Icon size={15} stroke={1.7} aria-hidden="true" />
      </span>
      <span>
        <b>{moveText(t, move, cause)}</b>
        <small>
          {timeText(move.time, i18n.language)} · #{formatInteger(move.position)}
        </small>
      </span>
      <span className={styles.amount}>
        <b>
          {amount} {move.coin}
        </b>
        {move.besides.map((one) => (
          <small key={one.coin}>
            {shortAmount(one.amount)} {one.coin}
          </small>
        ))}
      </span>
    </li>
  );
}

type Translate = ReturnType<typeof useTranslation<'wallet'>>['t'];

const isWallet = (wallet: string): wallet is 'spot' | 'funding' | 'future' | 'earn' =>
  ['spot', 'funding', 'future', 'earn'].includes(wallet);

function moveText(t: Translate, { coin, besides, wallets }: Move, cause: Cause): string {
  const [given] = besides;
  if (given) return t('recent.traded', { from: given.coin, to: coin });
  if (wallets && isWallet(wallets.from) && isWallet(wallets.to))
    return t('recent.traded', { from: t(`accounts.${wallets.from}`), to: t(`accounts.${wallets.to}`) });
  return t(`recent.causes.${cause}`);
}

/** Today by the clock, before that by the day: the details are in the history. */
function timeText(time: number, language: string): string {
  const isToday = new Date(time).toDateString() === new Date().toDateString();
  const parts = isToday
    ? ({ hour: '2-digit', minute: '2-digit' } as const)
    : ({ month: 'short', day: 'numeric' } as const);
  return new Intl.DateTimeFormat(language, parts).format(time);
}

function Bones() {
  return ['a', 'b', 'c', 'd'].map((key) => (
    <li key={key} className={styles.line}>
      <Skeleton circle height={28} />
      <Skeleton height={30} width={110} />
      <Skeleton height={30} width={80} />
    </li>
  ));
}
