import type { MarketId } from '@vitrine/core';
import type { ClientBase } from 'pg';
import { type FuturesDay, type PositionDay, positionKey } from '../../projections/books/futures-book.ts';
import { DAY_MS } from '../../projections/books/prices.ts';

/** A client's positions and results in perpetual markets, from a given day on. */
export interface OpenFutures {
  /** Each position before the first of `positions`. */
  readonly before: readonly Readonly<PositionDay>[];
  /** Each position after each day on which it changed, oldest day first. */
  readonly positions: readonly Readonly<PositionDay>[];
  /** What was realized, received and paid on each day with any of it, oldest day first. */
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

/** The open positions at the end of a day. */
function heldAt({ before, positions }: Positions, day: number): readonly Readonly<PositionDay>[] {
  const newest = new Map<string, Readonly<PositionDay>>();
  for (const position of [...before, ...positions])
    if (position.day <= day) newest.set(positionKey(position), position);
  return [...newest.values()].filter(({ sizeLots }) => sizeLots > 0);
}

/** The open positions at the P&L book's position in the log. */
export const positionsNow = (futures: Positions): readonly Readonly<PositionDay>[] =>
  heldAt(futures, Number.POSITIVE_INFINITY);

/**
 * The unrealized profit at the end of each day from `fromDay` to `toDay`, at the newest mark price of that time. A
 * market without a mark price yet is valued at cost.
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
  const held = days.flatMap((day) => heldAt(futures, day).map((position) => ({ day, position })));
  const marks = await marksAt(
    client,
    held.map(({ day, position }) => ({ market: position.market, endMs: (day + 1) * DAY_MS })),
  );
  held.forEach(({ day, position }, index) => {
    const mark = marks.get(index);
    if (mark !== undefined) found.set(day, (found.get(day) ?? 0n) + unrealizedUnits(position, mark));
  });
  return found;
}

interface MarkMoment {
  readonly market: MarketId;
  readonly endMs: number;
}

async function marksAt(client: ClientBase, moments: readonly MarkMoment[]): Promise<ReadonlyMap<number, MarkPrice>> {
  if (moments.length === 0) return new Map();
  const { rows } = await client.query({
    name: 'mark prices at moments',
    text: `select q.index, newest.mark_ticks, m.tick_lot_units
           from unnest($1::integer[], $2::bigint[]) with ordinality q (market, end_ms, index)
           join markets m on m.market_id = q.market
           cross join lateral (
             select mark_ticks from mark_prices where market_id = q.market and minute_ms < q.end_ms
             order by minute_ms desc limit 1) newest`,
    values: [moments.map(({ market }) => market), moments.map(({ endMs }) => endMs)],
  });
  return new Map(
    rows.map((row) => [
      Number(row.index) - 1,
      { ticks: Number(row.mark_ticks), tickLotUnits: Number(row.tick_lot_units) },
    ]),
  );
}
