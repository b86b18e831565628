import type { MarketId, OrderFilled, OrderId, Side } from '@vitrine/core';
import type { TimeMs } from '@vitrine/money';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { BulkRows } from '../projector/bulk-rows.ts';
import type { At } from '../projector/projected-event.ts';
import { candleOpenMs } from './candles.ts';
import type { MarketsProjection } from './markets.ts';
import type { ReadModelTables } from './tables.ts';

/** The lower bound of each size class, in whole USDT taken by an order, the smallest class first. */
export const flowSizes = [0, 1_000, 10_000, 100_000, 500_000, 1_000_000] as const;

export const FLOW_MS = 5 * 60_000;
/** How long rows are retained: a week and a day. */
const KEPT_MS = 8 * 24 * 3_600_000;
const DROPPED_EVERY_MS = 3_600_000;

/** The total value of an order's fills as a taker at one log position. */
interface Taken {
  readonly market: MarketId;
  readonly order: OrderId;
  readonly position: number;
  readonly side: Side;
  readonly openMs: TimeMs;
  units: number;
}

/** Taker buys and sells: the number of trades, and their value in quote units. */
export interface Flow {
  readonly buys: number;
  readonly sells: number;
  readonly buyUnits: bigint;
  readonly sellUnits: bigint;
}

interface Summed {
  readonly market: MarketId;
  readonly openMs: TimeMs;
  readonly sizeClass: number;
  readonly count: Record<Side, number>;
  readonly units: Record<Side, bigint>;
}

/**
 * Table taker_flow: the fills of one order at one log position count as one trade, whose size is the total value of
 * those fills.
 */
export class TakerFlowProjection {
  readonly #markets: MarketsProjection;
  #taken: Taken | undefined;
  readonly #sums = new Map<string, Summed>();
  /** By market, the hour of the newest trade. When a new hour begins, old rows are deleted. */
  readonly #hours = new Map<MarketId, number>();
  readonly #dropBefore = new Map<MarketId, number>();
  readonly #rows = new BulkRows({
    market_id: 'integer',
    open_ms: 'bigint',
    size_class: 'integer',
    buys: 'integer',
    sells: 'integer',
    buy_units: 'numeric',
    sell_units: 'numeric',
  });

  constructor(markets: MarketsProjection) {
    this.#markets = markets;
  }

  apply(e: OrderFilled, { position, timeMs }: At): void {
    const taken = this.#taken;
    if (taken?.order === e.takerOrder && taken.position === position && taken.market === e.market) {
      taken.units += e.notionalUnits;
      return;
    }
    this.#settle();
    const openMs = candleOpenMs(timeMs, FLOW_MS);
    this.#taken = {
      market: e.market,
      order: e.takerOrder,
      position,
      side: e.takerSide,
      openMs,
      units: e.notionalUnits,
    };
  }

  #settle(): void {
    const taken = this.#taken;
    if (taken === undefined) return;
    this.#taken = undefined;
    const { market, side, openMs, units } = taken;
    const sizeClass = this.#sizeClass(market, units);
    const key = `${market} ${openMs} ${sizeClass}`;
    const known = this.#sums.get(key);
    const sum = known ?? { market, openMs, sizeClass, count: { buy: 0, sell: 0 }, units: { buy: 0n, sell: 0n } };
    if (known === undefined) this.#sums.set(key, sum);
    sum.count[side] += 1;
    sum.units[side] += BigInt(units);
    const hour = openMs - (openMs % DROPPED_EVERY_MS);
    if (this.#hours.get(market) === hour) return;
    this.#hours.set(market, hour);
    this.#dropBefore.set(market, hour - KEPT_MS);
  }

  #sizeClass(market: MarketId, units: number): number {
    const whole = 10 ** this.#markets.quoteScale(market);
    return flowSizes.findLastIndex((least) => units >= least * whole);
  }

  /** Writes the sums. Batches are folded whole, so a flush never splits the fills of one order. */
  async flush(client: pg.ClientBase): Promise<void> {
    this.#settle();
    if (this.#sums.size === 0) return;
    for (const { market, openMs, sizeClass, count, units } of this.#sums.values())
      this.#rows.add(market, openMs, sizeClass, count.buy, count.sell, units.buy, units.sell);
    this.#sums.clear();
    await this.#rows.insertInto(
      client,
      'taker_flow',
      `on conflict (market_id, open_ms, size_class) do update set
         buys = taker_flow.buys + excluded.buys,
         sells = taker_flow.sells + excluded.sells,
         buy_units = taker_flow.buy_units + excluded.buy_units,
         sell_units = taker_flow.sell_units + excluded.sell_units`,
    );
    for (const [market, beforeMs] of this.#dropBefore)
      await client.query('delete from taker_flow where market_id = $1 and open_ms < $2', [market, beforeMs]);
    this.#dropBefore.clear();
  }
}

type Database = Kysely<ReadModelTables>;

const sums = [
  sql<string>`sum(buys)`.as('buys'),
  sql<string>`sum(sells)`.as('sells'),
  sql<string>`sum(buy_units)`.as('buy_units'),
  sql<string>`sum(sell_units)`.as('sell_units'),
] as const;

interface SumRow {
  readonly buys: string;
  readonly sells: string;
  readonly buy_units: string;
  readonly sell_units: string;
}

const flowOf = (row: SumRow): Flow => ({
  buys: Number(row.buys),
  sells: Number(row.sells),
  buyUnits: BigInt(row.buy_units),
  sellUnits: BigInt(row.sell_units),
});

const since = (database: Database, market: MarketId, fromMs: number) =>
  database.selectFrom('taker_flow').where('market_id', '=', market).where('open_ms', '>=', String(fromMs));

/**
 * A market's flow since `fromMs` by size, the smallest first. Reads up to six rows for every five minutes since then.
 */
export async function selectFlowBySize(database: Database, market: MarketId, fromMs: number): Promise<Flow[]> {
  const rows = await since(database, market, fromMs)
    .select(['size_class', ...sums])
    .groupBy('size_class')
    .execute();
  const found = new Map(rows.map((row) => [row.size_class, flowOf(row)]));
  return flowSizes.map((_, size) => found.get(size) ?? { buys: 0, sells: 0, buyUnits: 0n, sellUnits: 0n });
}

/** A market's flow since `fromMs`, by periods of the given length; periods without trades are missing. */
export async function selectFlowByPeriod(
  database: Database,
  market: MarketId,
  fromMs: number,
  lengthMs: number,
): Promise<ReadonlyMap<number, Flow>> {
  const period = sql<string>`open_ms - open_ms % ${sql.lit(lengthMs)}`;
  const rows = await since(database, market, fromMs)
    .select([period.as('period'), ...sums])
    .groupBy(period)
    .execute();
  return new Map(rows.map((row) => [Number(row.period), flowOf(row)]));
}
