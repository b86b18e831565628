import { formatInteger, formatPrice } from '@vitrine/ui';
import type { TFunction } from 'i18next';
import { type CallResponse, call } from '../../../lib/api.ts';
import { plainPrice, trimZeros } from '../../../lib/decimal.ts';
import { ownDeposit } from '../../../lib/deposits.ts';
import type { HistoryCause, HistoryFilter, HistoryTab, HistoryWallet } from '../../../lib/history-place.ts';
import { loadPairName } from '../../../lib/market-data.ts';
import { coinsOf, marketLabel } from '../../../lib/market-names.ts';
import { DEPOSITS_KEY, WITHDRAWALS_KEY } from '../../../lib/money-moves.ts';
import { ownOrder } from '../../../lib/own-order.ts';
import { WALLET_KEY } from '../../../lib/query-client.ts';
import { dateTimeText } from '../../../lib/when.ts';
import { ownWithdrawal } from '../../../lib/withdrawals.ts';

/** One line of a history of any kind, as texts for display. */
export interface HistoryRow {
  readonly id: string;
  readonly coin: string;
  readonly title: string;
  /** The text below the title. */
  readonly about: string;
  /** A plain decimal; signed if the sign is meaningful for this history. */
  readonly amount: string;
  readonly amountCoin: string;
  readonly isSigned: boolean;
  /** The text below the amount. */
  readonly note: string;
  /** Undefined in the ledger, whose entries are all completed. */
  readonly state?: { readonly text: string; readonly tone: 'ok' | 'wait' | 'plain' | 'bad' };
  readonly time: number;
  /** The log position of the ledger entry; zero if there is none yet. */
  readonly position: number;
  readonly facts: readonly HistoryFact[];
}

export interface HistoryFact {
  readonly name: string;
  readonly value: string;
  /** Whether this is an address or a transaction ID, shown in full, in groups of four characters. */
  readonly isCode?: boolean;
  readonly href?: string;
}

export interface HistoryPage {
  readonly rows: readonly HistoryRow[];
  readonly older: string | undefined;
  /** Undefined on the first page. */
  readonly newer: string | undefined;
}

type T = TFunction<'history'>;

/** An amount, unrounded and without trailing zeros. */
const shown = (amount: string): string => formatPrice(trimZeros(amount));

/** All data of a tab is cached under this key. */
export const historyKey = (tab: HistoryTab) => {
  if (tab === 'deposit') return [...DEPOSITS_KEY, 'history', tab] as const;
  if (tab === 'withdrawal') return [...WITHDRAWALS_KEY, 'history', tab] as const;
  return [...WALLET_KEY, 'history', tab] as const;
};

interface Query {
  readonly filter: HistoryFilter;
  readonly cursor: string | undefined;
  readonly limit: number;
  readonly signal: AbortSignal;
}

const days = ({ from, to }: HistoryFilter) => ({ ...(from ? { from } : {}), ...(to ? { to } : {}) });
const named = ({ coin }: HistoryFilter) => (coin ? { name: coin } : {});
const at = ({ cursor, limit }: Query) => ({ limit, ...(cursor ? { cursor } : {}) });

/** A page of a history, as texts for display. */
export function loadHistory(t: T, tab: HistoryTab, query: Query): Promise<HistoryPage> {
  switch (tab) {
    case 'deposit':
      return loadDeposits(t, query);
    case 'buy':
    case 'sell':
      return loadOrders(t, tab, query);
    case 'convert':
    case 'transfer':
      return loadSwaps(t, tab, query);
    case 'withdrawal':
      return loadWithdrawals(t, query);
    case 'purchase':
      return loadPurchases(t, query);
    case 'ledger':
      return loadLines(t, query);
    case 'earn':
      return loadEarn(t, query);
  }
}

async function loadDeposits(t: T, query: Query): Promise<HistoryPage> {
  const { filter, signal } = query;
  const state = filter.state === 'completed' || filter.state === 'pending' ? { state: filter.state } : {};
  const { deposit, next_cursor, previous_cursor } = await call('GET /api/v3/deposit-history', {
    query: { ...at(query), ...named(filter), ...days(filter), ...state },
    signal,
  });
  const rows = deposit.map(ownDeposit).map((item): HistoryRow => {
    const isDone = item.status === 'completed';
    const progress = t('deposit.confirmations', {
      count: Math.min(item.confirmations, item.unlock_confirmations),
      of: item.unlock_confirmations,
    });
    return {
      id: String(item.id),
      coin: item.coin,
      title: item.coin,
      about: item.is_internal ? t('deposit.internal') : item.network,
      amount: item.amount,
      amountCoin: item.coin,
      isSigned: false,
      note: isDone ? '' : t(`deposit.status.${item.status}`),
      state: isDone ? { text: t('state.completed'), tone: 'ok' } : { text: t('state.pending'), tone: 'wait' },
      time: item.date,
      position: item.position,
      facts: [
        { name: t('fact.coin'), value: item.coin },
        { name: t('fact.network'), value: item.network },
        { name: t('fact.wallet'), value: item.wallet },
        ...(item.is_internal
          ? [{ name: t('fact.sender'), value: t('deposit.sender') }]
          : [{ name: t('fact.confirmations'), value: progress }]),
        { name: t('fact.address'), value: item.address, isCode: true },
        ...(item.txid === ''
          ? []
          : [
              {
                name: t('fact.transaction'),
                value: item.txid,
                isCode: true,
                ...(item.explorer_url === '' ? {} : { href: item.explorer_url }),
              },
            ]),
      ],
    };
  });
  return { rows, older: next_cursor, newer: previous_cursor };
}

const withdrawalTones = {
  completed: 'ok',
  pending: 'wait',
  restricted: 'wait',
  refused: 'bad',
  cancelled: 'plain',
} as const;

async function loadWithdrawals(t: T, query: Query): Promise<HistoryPage> {
  const { filter, signal } = query;
  const { state } = filter;
  const { withdraw, next_cursor, previous_cursor } = await call('GET /api/v3/withdraw-history', {
    query: {
      ...at(query),
      ...days(filter),
      ...(filter.coin ? { coin: filter.coin } : {}),
      ...(state && state !== 'filled' ? { state } : {}),
    },
    signal,
  });
  const rows = withdraw.map(ownWithdrawal).map((item): HistoryRow => {
    const isSent = item.txid !== '';
    return {
      id: String(item.id),
      coin: item.coin,
      title: item.coin,
      about: item.is_internal ? t('withdrawal.internal') : item.network,
      amount: item.amount,
      amountCoin: item.coin,
      isSigned: false,
      note: t('withdrawal.arrives', { amount: shown(item.arrives) }),
      state: { text: t(`withdrawal.state.${item.state}`), tone: withdrawalTones[item.state] },
      time: item.requested_at,
      position: item.position,
      facts: [
        { name: t('fact.stage'), value: t(`withdrawal.stage.${item.stage}`) },
        { name: t('fact.network'), value: item.network },
        { name: t('fact.wallet'), value: t('withdrawal.wallet') },
        { name: t('fact.fee'), value: `${shown(item.fee)} ${item.coin}` },
        { name: t('fact.arrives'), value: `${shown(item.arrives)} ${item.coin}` },
        ...(isSent
          ? [
              {
                name: t('fact.confirmations'),
                value: t('deposit.confirmations', {
                  count: Math.min(item.confirmations, item.confirmations_needed),
                  of: item.confirmations_needed,
                }),
              },
            ]
          : []),
        ...(item.refusal_reason === ''
          ? []
          : [{ name: t('fact.refusal'), value: t(`withdrawal.refusal.${item.refusal_reason}`) }]),
        { name: t('fact.recipient'), value: item.address, isCode: true },
        ...(isSent ? [{ name: t('fact.transaction'), value: item.txid, isCode: true }] : []),
      ],
    };
  });
  return { rows, older: next_cursor, newer: previous_cursor };
}

const purchaseTones = {
  WAITING: 'wait',
  CONFIRMING: 'wait',
  COMPLETED: 'ok',
  FAILED: 'bad',
  EXPIRED: 'plain',
} as const;

type TakenBack = CallResponse<'GET /api/v3/purchase-history'>['purchases'][number]['take_backs'][number];

const isSome = (amount: string): boolean => /[1-9]/.test(amount);
const usdt = (amount: string): string => `${formatPrice(plainPrice(amount))} USDT`;

const takenBackText = (t: T, { amount, cause, date, position }: TakenBack): string =>
  t('purchase.takeBack', {
    amount: usdt(amount),
    time: dateTimeText(date),
    position: formatInteger(position),
    cause: t(`purchase.cause.${cause}`),
  });

async function loadPurchases(t: T, query: Query): Promise<HistoryPage> {
  const { filter, signal } = query;
  const { state } = filter;
  const { purchases, next_cursor, previous_cursor } = await call('GET /api/v3/purchase-history', {
    query: { ...at(query), ...days(filter), ...(state && state !== 'filled' ? { state } : {}) },
    signal,
  });
  const rows = purchases.map((item): HistoryRow => {
    const money = (amount: string) => `${formatPrice(plainPrice(amount))} ${item.currency}`;
    const charge = `${formatPrice(item.charge)} ${item.charge_currency}`;
    const isReturned = isSome(item.refunded);
    return {
      id: String(item.id),
      coin: 'USDT',
      title: 'USDT',
      about: t('purchase.by'),
      amount: item.usdt,
      amountCoin: 'USDT',
      isSigned: false,
      note: t('purchase.for', { amount: money(item.amount) }),
      state: { text: t(`purchase.state.${item.state}`), tone: purchaseTones[item.state] },
      time: item.date,
      position: item.position,
      facts: [
        {
          name: t('fact.what'),
          value: isSome(item.taken_back)
            ? t('purchase.partlyBack')
            : t(`purchase.about.${item.state}`, { time: dateTimeText(item.expires_at) }),
        },
        ...(item.reason === '' ? [] : [{ name: t('fact.why'), value: t(`purchase.why.${item.reason}`) }]),
        { name: t('fact.paid'), value: money(item.amount) },
        { name: t('fact.charged'), value: charge },
        { name: t('fact.purchasePrice'), value: money(item.price) },
        { name: t('fact.marketPrice'), value: money(item.market_price) },
        ...(isReturned
          ? [{ name: t('fact.refunded'), value: `${formatPrice(item.refunded)} ${item.charge_currency}` }]
          : []),
        ...item.take_backs.map((taken) => ({ name: t('fact.takenBack'), value: takenBackText(t, taken) })),
        ...(isSome(item.owed)
          ? [{ name: t('fact.owed'), value: t('purchase.stillOwed', { amount: usdt(item.owed) }) }]
          : []),
        { name: t('fact.wallet'), value: t('withdrawal.wallet') },
        ...(item.reference === '' ? [] : [{ name: t('fact.payment'), value: item.reference, isCode: true }]),
      ],
    };
  });
  return { rows, older: next_cursor, newer: previous_cursor };
}

async function loadOrders(t: T, side: 'buy' | 'sell', query: Query): Promise<HistoryPage> {
  const { filter, signal } = query;
  const options = {
    query: {
      ...at(query),
      ...days(filter),
      ...(filter.coin ? { name: await loadPairName(filter.coin) } : {}),
      ...(filter.state === 'filled' || filter.state === 'cancelled' ? { state: filter.state } : {}),
    },
    signal,
  };
  const { items, next_cursor, previous_cursor } =
    side === 'buy'
      ? await call('GET /api/v3/buy-history', options).then(({ buy: items, ...page }) => ({ items, ...page }))
      : await call('GET /api/v3/sell-history', options).then(({ sell: items, ...page }) => ({ items, ...page }));
  const rows = items.map(ownOrder).map((item): HistoryRow => {
    const coin = coinsOf(item.pair).base;
    const isFilled = item.state === 'filled';
    const asked = item.size === '' ? t('order.byTotal', { total: shown(item.total) }) : shown(item.size);
    return {
      id: item.id,
      coin,
      title: marketLabel(item.pair),
      about: t(`order.type.${item.type}`),
      amount: item.filled,
      amountCoin: coin,
      isSigned: false,
      note: item.average_price === '' ? '' : t('order.atPrice', { price: formatPrice(item.average_price) }),
      state: isFilled ? { text: t('state.filled'), tone: 'ok' } : { text: t('order.cancelled'), tone: 'plain' },
      time: item.created_at,
      position: item.position,
      facts: [
        { name: t('fact.side'), value: t(`tab.${side}`) },
        { name: t('fact.type'), value: t(`order.type.${item.type}`) },
        { name: t('fact.asked'), value: `${asked} ${item.size === '' ? '' : coin}`.trim() },
        { name: t('fact.filled'), value: `${shown(item.filled)} ${coin}` },
        { name: t('fact.price'), value: item.average_price === '' ? '–' : `${formatPrice(item.average_price)} USDT` },
        { name: t('fact.total'), value: `${shown(item.filled_total)} USDT` },
        { name: t('fact.fee'), value: `${shown(item.fee)} USDT` },
        { name: t('fact.order'), value: item.id },
      ],
    };
  });
  return { rows, older: next_cursor, newer: previous_cursor };
}

async function loadSwaps(t: T, kind: 'convert' | 'transfer', query: Query): Promise<HistoryPage> {
  const { filter, signal } = query;
  const { swaps, next_cursor, previous_cursor } = await call('GET /api/v3/swap-history', {
    query: { kind, ...at(query), ...named(filter), ...days(filter) },
    signal,
  });
  const rows = swaps.map((swap): HistoryRow => {
    const isConvert = kind === 'convert';
    const [from, to] = [t(`wallet.${swap.from_wallet}`), t(`wallet.${swap.to_wallet}`)];
    return {
      id: swap.id,
      coin: swap.to_coin,
      title: isConvert ? t('swap.coins', { from: swap.from_coin, to: swap.to_coin }) : swap.to_coin,
      about: isConvert ? from : t('swap.wallets', { from, to }),
      amount: swap.to_amount,
      amountCoin: swap.to_coin,
      isSigned: false,
      note: isConvert ? t('swap.for', { amount: shown(swap.from_amount), coin: swap.from_coin }) : '',
      time: swap.time,
      position: swap.position,
      facts: [
        { name: t('fact.given'), value: `${shown(swap.from_amount)} ${swap.from_coin}` },
        { name: t('fact.received'), value: `${shown(swap.to_amount)} ${swap.to_coin}` },
        ...(swap.fee === undefined ? [] : [{ name: t('fact.fee'), value: `${shown(swap.fee)} ${swap.fee_coin}` }]),
        { name: t('fact.fromWallet'), value: from },
        { name: t('fact.toWallet'), value: to },
      ],
    };
  });
  return { rows, older: next_cursor, newer: previous_cursor };
}

async function loadLines(t: T, query: Query): Promise<HistoryPage> {
  const { filter, signal } = query;
  const { lines, next_cursor, previous_cursor } = await call('GET /api/v3/ledger', {
    query: {
      ...at(query),
      ...named(filter),
      ...days(filter),
      ...(filter.wallet ? { wallet: filter.wallet } : {}),
      ...(filter.cause ? { cause: filter.cause } : {}),
    },
    signal,
  });
  const rows = lines.map((line): HistoryRow => {
    const cause = t(`cause.${line.cause as HistoryCause}`);
    const wallet = t(`wallet.${line.wallet as HistoryWallet}`);
    return {
      id: line.id,
      coin: line.coin,
      title: line.coin,
      about: t('line.about', { cause, wallet }),
      amount: line.amount,
      amountCoin: line.coin,
      isSigned: true,
      note: t('line.after', { amount: shown(line.balance_after) }),
      time: line.time,
      position: line.position,
      facts: [
        { name: t('fact.cause'), value: cause },
        { name: t('fact.wallet'), value: wallet },
        { name: t('fact.after'), value: `${shown(line.balance_after)} ${line.coin}` },
        ...(line.order_id === '' ? [] : [{ name: t('fact.order'), value: line.order_id }]),
      ],
    };
  });
  return { rows, older: next_cursor, newer: previous_cursor };
}

async function loadEarn(t: T, query: Query): Promise<HistoryPage> {
  const { filter, signal } = query;
  const { transaction, next_cursor, previous_cursor } = await call('GET /api/v3/earn/transaction', {
    query: {
      ...at(query),
      ...named(filter),
      ...days(filter),
      ...(filter.product ? { product: filter.product } : {}),
      ...(filter.type ? { transaction_type: filter.type } : {}),
      ...(filter.direction ? { direction: filter.direction } : {}),
    },
    signal,
  });
  const rows = transaction.map((item): HistoryRow => {
    const type = t(`earn.type.${item.transaction_type}`);
    const product = t(`earn.product.${item.product}`);
    const belongsTo = item.stake_id ?? item.investment_id ?? item.rental_id;
    return {
      id: item.id,
      coin: item.name,
      title: item.name,
      about: t('earn.about', { type, product }),
      amount: item.direction === 'OUT' ? `-${item.amount}` : item.amount,
      amountCoin: item.name,
      isSigned: true,
      note: item.cause === undefined ? '' : t(`earn.cause.${item.cause}`),
      time: item.time,
      position: item.position,
      facts: [
        { name: t('fact.type'), value: type },
        { name: t('fact.product'), value: product },
        ...(item.cause === undefined ? [] : [{ name: t('fact.cause'), value: t(`earn.cause.${item.cause}`) }]),
        { name: t('fact.wallet'), value: t(`wallet.${item.wallet}`) },
        ...(belongsTo === undefined ? [] : [{ name: t(`earn.number.${item.product}`), value: String(belongsTo) }]),
      ],
    };
  });
  return { rows, older: next_cursor, newer: previous_cursor };
}
