import { Skeleton } from '@mantine/core';
import {
  IconAdjustments,
  IconArrowBackUp,
  IconArrowBarDown,
  IconArrowBarUp,
  IconArrowDownLeft,
  IconArrowsExchange,
  IconArrowUpRight,
  IconCpu,
  IconGift,
  IconList,
  IconPercentage,
  IconRefresh,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { EmptyState, formatAmount, formatCoin, formatInteger, formatPrice, LoadFailed, Panel } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { timeText } from '../../../lib/when.ts';
import { DayLists } from '../../../ui/day-lists.tsx';
import { type Move, movesOf } from './recent-moves.ts';
import styles from './recent-panel.module.css';
import { useRecent } from './use-wallet.ts';

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
  rental: IconCpu,
  correction: IconAdjustments,
  house_funding: IconArrowBarDown,
  futures_profit: IconRefresh,
  funding: IconPercentage,
  liquidation_fee: IconPercentage,
} as const;
type Cause = keyof typeof ICONS;
const TRADE_ICONS = { bought: IconArrowDownLeft, sold: IconArrowUpRight } as const;
const isCause = (cause: string): cause is Cause => cause in ICONS;

/** An amount with its coin. USDT is cut to two decimals here; the histories show every digit. */
const shortAmount = ({ coin, amount }: { readonly coin: string; readonly amount: string }) =>
  `${coin === 'USDT' ? formatAmount(amount, 2) : formatCoin(amount, coin)} ${coin}`;

/** An amount received or sent, with its sign. */
const signed = (one: { readonly coin: string; readonly amount: string }) =>
  `${one.amount.startsWith('-') ? '' : '+'}${shortAmount(one)}`;

const MOVES_SHOWN = 10;

/** The latest activity in the client's wallets, each with its log position. */
export function RecentPanel() {
  const { t } = useTranslation('wallet');
  const { data, isError, refetch } = useRecent();
  const moves = data && movesOf(data.lines, data.next_cursor !== undefined, data.conversions).slice(0, MOVES_SHOWN);
  return (
    <Panel className={styles.panel ?? ''}>
      <header className={styles.heading}>
        <h2>{t('recent.title')}</h2>
        <Link to={paths.history} search={{ tab: 'ledger' }} className="link">
          {t('recent.all')}
        </Link>
      </header>
      {isError && !data ? (
        <LoadFailed title={t('recent.error')} onRetry={refetch} />
      ) : moves ? (
        <DayLists items={moves}>{(move) => <MoveRow key={move.id} move={move} />}</DayLists>
      ) : (
        <ul aria-busy="true">
          <Bones />
        </ul>
      )}
      {moves?.length === 0 ? (
        <EmptyState icon={IconList} caption={t('recent.empty')} title={t('recent.emptyText')} />
      ) : null}
      <p className={styles.foot}>{t('recent.foot')}</p>
    </Panel>
  );
}

function MoveRow({ move }: { readonly move: Move }) {
  const { t } = useTranslation('wallet');
  const cause = isCause(move.cause) ? move.cause : 'correction';
  const { traded } = move;
  const Icon = traded ? TRADE_ICONS[traded.side] : ICONS[cause];
  // The text already names the coin bought or sold; the cost or proceeds are shown beside the text.
  const paid = traded && [move, ...move.besides].filter(({ coin }) => coin !== traded.coin);
  const [main, ...besides] = paid && paid.length > 0 ? paid : [move, ...move.besides];
  return (
    <li className={`num ${styles.line}`}>
      <span className={styles.dot}>
        <Icon size={15} stroke={1.7} aria-hidden="true" />
      </span>
      <span>
        <b>{moveText(t, move, cause)}</b>
        <small>
          {traded ? `${t('recent.at', { price: formatPrice(traded.price) })} · ` : ''}
          {timeText(move.time)} · #{formatInteger(move.position)}
        </small>
      </span>
      <span className={styles.amount}>
        {main ? <b>{move.wallets ? shortAmount(main) : signed(main)}</b> : null}
        {besides.map((one) => (
          <small key={one.coin}>{signed(one)}</small>
        ))}
      </span>
    </li>
  );
}

type Translate = ReturnType<typeof useTranslation<'wallet'>>['t'];

const isWallet = (wallet: string): wallet is 'spot' | 'funding' | 'future' | 'earn' =>
  ['spot', 'funding', 'future', 'earn'].includes(wallet);

function moveText(t: Translate, { coin, besides, wallets, traded }: Move, cause: Cause): string {
  if (traded) return t(`recent.${traded.side}`, { amount: formatPrice(traded.amount), coin: traded.coin });
  const [given] = besides;
  if (given) return t('recent.converted', { from: given.coin, to: coin });
  if (wallets && isWallet(wallets.from) && isWallet(wallets.to))
    return t('recent.moved', { from: t(`accounts.${wallets.from}`), to: t(`accounts.${wallets.to}`) });
  return t(`recent.causes.${cause}`);
}

function Bones() {
  return ['a', 'b', 'c', 'd'].map((key) => (
    <li key={key} className={styles.line}>
      <Skeleton circle height={28} />
      <Skeleton height={37} width={110} />
      <Skeleton height={37} width={80} />
    </li>
  ));
}
