import type { MarketId } from '@vitrine/core';
import type { ClientBase } from 'pg';
import { type FuturesDay, type PositionDay, positionKey } from '../../projections/books/futures-book.ts';
import { DAY_MS } from '../../projections/books/prices.ts';

/** A client's positions and results in perpetual markets, from a given day on. */
export interface OpenFutures {
  /** Each position as it was before the first day requested. */
  readonly before: readonly Readonly<PositionDay>[];
  /** For each day, the positions that changed on it, as they were at its end; oldest day first. */
  readonly positions: readonly Readonly<PositionDay>[];
  /** Realized PnL, funding and fees of each day that has any of them, oldest day first. */
  readonly results: readonly Readonly<FuturesDay>[];
  /** The unrealized profit at the end of each day until yesterday, in units of USDT; days without positions are missing. */
  readonly unrealized: ReadonlyMap<number, bigint>;
}

/** A position's unrealized profit at a mark price, in units of the quote asset. */
export const unrealizedUnits = (
  { side, sizeLots, costUnits }: Pick<PositionDay, 'side' | 'sizeLots' | 'costUnits'>,
  { ticks, tickLotUnits }: MarkPrice,
): bigint => {
  const profit = BigInt(ticks) * BigInt(tickLotUnits) * BigInt(sizeLots) - BigInt(costUnits);
  return side === 'long' ? profit : -profit;
};

export interface MarkPrice {
  readonly ticks: number;
  readonly tickLotUnits: number;
}

type Positions = Pick<OpenFutures, 'before' | 'positions'>;

/** For each of `days`, which are in ascending order, the positions that are open at the end of that day. */
function* heldAtEnds(
  { before, positions }: Positions,
  days: Iterable<number>,
): Generator<readonly Readonly<PositionDay>[], void, void> {
  const newest = new Map(before.map((position) => [positionKey(position), position]));
  let next = 0;
  for (const day of days) {
    for (let position = positions[next]; position !== undefined && position.day <= day; position = positions[next]) {
      newest.set(positionKey(position), position);
      next += 1;
    }
    yield [...newest.values()].filter(({ sizeLots }) => sizeLots > 0);
  }
}

/** The positions that are open as of the last entry in the P&L book. */
export const positionsNow = (futures: Positions): readonly Readonly<PositionDay>[] =>
  [...heldAtEnds(futures, [Number.POSITIVE_INFINITY])].flat();

/**
 * The unrealized profit at the end of each day from `fromDay` to `toDay`, at the last mark price before that end.
 * Positions in a market that had no mark price yet are valued at cost.
 */
export async function unrealizedByDay(
  client: ClientBase,
  futures: Positions,
  fromDay: number,
  toDay: number,
): Promise<ReadonlyMap<number, bigint>> {
  const found = new Map<number, bigint>();
  if (futures.before.length + futures.positions.length === 0) return found;
  const days = Array.from({ length: Math.max(0, toDay - fromDay + 1) }, (_, index) => fromDay + index);
  const held = [...heldAtEnds(futures, days)].flatMap((positions, index) =>
    positions.map((position) => ({ day: fromDay + index, position })),
  );
  const marks = await marksAt(client, held);
  for (const { day, position } of held) {
    const mark = marks.get(momentKey(position.market, day));
    if (mark !== undefined) found.set(day, (found.get(day) ?? 0n) + unrealizedUnits(position, mark));
  }
  return found;
}

const momentKey = (market: MarketId, day: number): string => `${market} ${day}`;

interface HeldAtEnd {
  readonly day: number;
  readonly position: Readonly<PositionDay>;
}

/** The mark price of each position's market at the end of its day. */
async function marksAt(client: ClientBase, held: readonly HeldAtEnd[]): Promise<ReadonlyMap<string, MarkPrice>> {
  if (held.length === 0) return new Map();
  // A long and a short position in the same market need the same price.
  const moments = new Map(
    held.map(({ day, position: { market } }) => [momentKey(market, day), { market, endMs: (day + 1) * DAY_MS }]),
  );
  const { rows } = await client.query({
    name: 'mark prices at moments',
    text: `select q.key, newest.mark_ticks, m.tick_lot_units
           from unnest($1::text[], $2::integer[], $3::bigint[]) q (key, market, end_ms)
           join markets m on m.market_id = q.market
           cross join lateral (
             select mark_ticks from mark_prices where market_id = q.market and minute_ms < q.end_ms
             order by minute_ms desc limit 1) newest`,
    values: [
      [...moments.keys()],
      [...moments.values()].map(({ market }) => market),
      [...moments.values()].map(({ endMs }) => endMs),
    ],
  });
  return new Map(
    rows.map((row) => [row.key, { ticks: Number(row.mark_ticks), tickLotUnits: Number(row.tick_lot_units) }]),
  );
}
