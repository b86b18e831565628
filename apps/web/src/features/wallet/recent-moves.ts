import Big from 'big.js';
import type { Answer } from '../../lib/api.ts';

export type Line = Answer<'GET /api/v3/wallet/statement'>['lines'][number];

interface Amount {
  readonly coin: string;
  /** Signed decimals; between a client's own wallets without a sign. */
  readonly amount: string;
}

/** What happened in one entry of the log, in the eyes of whose wallets it changed. */
export interface Move extends Amount {
  readonly id: string;
  readonly cause: string;
  readonly time: number;
  readonly position: number;
  /** What was given for it, or came besides. */
  readonly besides: readonly Amount[];
  /** Between which wallets it went. */
  readonly wallets?: { readonly from: string; readonly to: string };
}

const isTraded = ({ cause }: Line): boolean => cause === 'trade' || cause === 'convert' || cause === 'fee';

/**
 * Newest first, as the lines are. A trade with its fee is one move, and so is a transfer's way out and in. With `hasMore`
 * the last entry's lines may not all be here: it is left out where anything else is to be shown.
 */
export function movesOf(lines: readonly Line[], hasMore: boolean): readonly Move[] {
  const entries = by(lines, ({ position }) => position);
  const last = lines.at(-1)?.position;
  if (hasMore && last !== undefined && entries.size > 1) entries.delete(last);
  else if (hasMore) return lines.map(moveOf);
  return [...entries.values()].flatMap((entry) => tradeOf(entry) ?? transferOf(entry) ?? entry.map(moveOf));
}

/** As `Map.groupBy`, which browsers of 2023 do not have yet. */
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

/** What came of a trade, fees taken off, and what was given for it. */
function tradeOf(entry: readonly Line[]): readonly Move[] | undefined {
  const [first] = entry;
  if (first === undefined || !entry.every(isTraded)) return undefined;
  const sums = [...by(entry, ({ coin }) => coin)].map(([coin, lines]) => ({
    coin,
    sum: lines.reduce((sum, { amount }) => sum.plus(amount), new Big(0)),
  }));
  const gained = sums.filter(({ sum }) => sum.gt(0));
  // By way of USDT a little of it may be left over: the other coin is what was wanted.
  const main = gained.find(({ coin }) => coin !== 'USDT') ?? gained[0];
  if (main === undefined || !sums.some(({ sum }) => sum.lt(0))) return undefined;
  const besides = sums
    .filter((one) => one !== main && !one.sum.eq(0))
    .sort((one, other) => one.sum.cmp(other.sum))
    .map(({ coin, sum }) => ({ coin, amount: sum.toFixed() }));
  return [{ ...moveOf(first), cause: 'trade', coin: main.coin, amount: main.sum.toFixed(), besides }];
}

function transferOf(entry: readonly Line[]): readonly Move[] | undefined {
  if (entry.length !== 2) return undefined;
  const from = entry.find(({ amount }) => amount.startsWith('-'));
  const to = entry.find((line) => line !== from);
  if (from === undefined || to === undefined || to.cause !== 'between_wallets') return undefined;
  return [{ ...moveOf(to), amount: to.amount.replace('+', ''), wallets: { from: from.wallet, to: to.wallet } }];
}
