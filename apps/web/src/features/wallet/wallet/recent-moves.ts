import Big from 'big.js';
import type { CallResponse } from '../../../lib/api.ts';

export type Line = CallResponse<'GET /api/v3/wallet/statement'>['lines'][number];
export type Conversion = Pick<
  CallResponse<'GET /api/v3/swap-history'>['swaps'][number],
  'from_coin' | 'from_amount' | 'to_coin' | 'to_amount' | 'position'
>;

interface Amount {
  readonly coin: string;
  /** A signed decimal string; unsigned for transfers between the client's own wallets. */
  readonly amount: string;
}

/** The effect of one log entry on the client's wallets. */
export interface Move extends Amount {
  readonly id: string;
  readonly cause: string;
  readonly time: number;
  readonly position: number;
  /** The other amounts of the entry: those given in exchange, or received in addition. */
  readonly besides: readonly Amount[];
  /** The wallets of a transfer. */
  readonly wallets?: { readonly from: string; readonly to: string };
  /** For a coin bought or sold for USDT: the amount, and the average price. */
  readonly traded?: Amount & { readonly side: 'bought' | 'sold'; readonly price: string };
}

const isTraded = ({ cause }: Line): boolean => cause === 'trade' || cause === 'convert' || cause === 'fee';

/**
 * The moves, newest first like the lines. A trade with its fee is one move, as are both lines of a transfer. If
 * `hasMore`, some lines of the oldest entry may be missing, so that entry is omitted unless there is nothing else to
 * show.
 */
export function movesOf(
  lines: readonly Line[],
  hasMore: boolean,
  conversions: readonly Conversion[] = [],
): readonly Move[] {
  const conversionAt = new Map(conversions.map((conversion) => [conversion.position, conversion]));
  const entries = by(lines, ({ position }) => position);
  const last = lines.at(-1)?.position;
  if (hasMore && last !== undefined && entries.size > 1) entries.delete(last);
  else if (hasMore) return lines.map(moveOf);
  return [...entries].flatMap(
    ([position, entry]) =>
      convertOf(entry, conversionAt.get(position)) ?? tradeOf(entry) ?? transferOf(entry) ?? entry.map(moveOf),
  );
}

/** Like `Map.groupBy`, which browsers of 2023 lack. */
function by<Key>(lines: readonly Line[], keyOf: (line: Line) => Key): Map<Key, Line[]> {
  const groups = new Map<Key, Line[]>();
  for (const line of lines) groups.set(keyOf(line), [...(groups.get(keyOf(line)) ?? []), line]);
  return groups;
}

const moveOf = ({ id, cause, time, position, coin, amount }: Line): Move => ({
  id,
  cause,
  time,
  position,
  coin,
  amount,
  besides: [],
});

function convertOf([first]: readonly Line[], conversion: Conversion | undefined): readonly Move[] | undefined {
  if (first === undefined || conversion === undefined) return undefined;
  const { from_coin, from_amount, to_coin, to_amount } = conversion;
  const besides = [{ coin: from_coin, amount: `-${from_amount}` }];
  return [{ ...moveOf(first), cause: 'convert', coin: to_coin, amount: to_amount, besides }];
}

/** The move of a trade: the amount received, less fees, and the amount paid; undefined if the entry is not a trade. */
function tradeOf(entry: readonly Line[]): readonly Move[] | undefined {
  const [first] = entry;
  if (first === undefined || !entry.every(isTraded)) return undefined;
  const sums = [...by(entry, ({ coin }) => coin)].map(([coin, lines]) => ({
    coin,
    sum: lines.reduce((sum, { amount }) => sum.plus(amount), new Big(0)),
  }));
  const gained = sums.filter(({ sum }) => sum.gt(0));
  // A conversion through USDT may leave a little USDT over. If there are two gains, the coin that the client wanted is
  // therefore the one that is not USDT.
  const main = gained.find(({ coin }) => coin !== 'USDT') ?? gained[0];
  if (main === undefined || !sums.some(({ sum }) => sum.lt(0))) return undefined;
  const besides = sums
    .filter((one) => one !== main && !one.sum.eq(0))
    .sort((one, other) => one.sum.cmp(other.sum))
    .map(({ coin, sum }) => ({ coin, amount: sum.toFixed() }));
  const traded = tradedForUsdt(entry);
  const move = { ...moveOf(first), coin: main.coin, amount: main.sum.toFixed(), besides };
  return [traded ? { ...move, cause: 'trade', traded } : { ...move, cause: 'convert' }];
}

/** The maximum number of decimals of an average price over several fills. */
const PRICE_DECIMALS = 8;
const SHORT_PRICE_DECIMALS = 2;

function tradedForUsdt(entry: readonly Line[]): Move['traded'] {
  const sums = by(
    entry.filter(({ cause }) => cause === 'trade'),
    ({ coin }) => coin,
  );
  const sumOf = (coin: string) => (sums.get(coin) ?? []).reduce((sum, { amount }) => sum.plus(amount), new Big(0));
  const [coin, ...others] = [...sums.keys()].filter((name) => name !== 'USDT');
  if (coin === undefined || others.length > 0 || sumOf(coin).eq(0) || sumOf('USDT').eq(0)) return undefined;
  const price = sumOf('USDT').div(sumOf(coin)).abs();
  return {
    side: sumOf(coin).gt(0) ? 'bought' : 'sold',
    coin,
    amount: sumOf(coin).abs().toFixed(),
    price: price.round(price.gte(100) ? SHORT_PRICE_DECIMALS : PRICE_DECIMALS).toFixed(),
  };
}

function transferOf(entry: readonly Line[]): readonly Move[] | undefined {
  if (entry.length !== 2) return undefined;
  const from = entry.find(({ amount }) => amount.startsWith('-'));
  const to = entry.find((line) => line !== from);
  if (from === undefined || to === undefined || to.cause !== 'between_wallets') return undefined;
  return [{ ...moveOf(to), amount: to.amount.replace('+', ''), wallets: { from: from.wallet, to: to.wallet } }];
}
