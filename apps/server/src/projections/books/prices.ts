import type { AssetId, MarketId } from '@vitrine/core';
import type { ClientBase, Pool } from 'pg';

export const DAY_MS = 86_400_000;

/** The UTC day of a time, as the number of days since 1 January 1970. */
export const dayOf = (timeMs: number): number => Math.floor(timeMs / DAY_MS);

/** A market's price, with the factors that convert units of its coin into units of USDT. */
export interface Price {
  readonly ticks: number;
  readonly tickLotUnits: number;
  readonly lotUnits: number;
}

/** Value in units of USDT: units × ticks × units per tick and lot ÷ units per lot, rounded toward zero. */
export const worth = (units: number, { ticks, tickLotUnits, lotUnits }: Price): bigint =>
  (BigInt(units) * BigInt(ticks) * BigInt(tickLotUnits)) / BigInt(lotUnits);

interface Market {
  readonly market: MarketId;
  readonly tickLotUnits: number;
  readonly lotUnits: number;
}

/**
 * The markets of each coin against USDT, according to the read models: earlier markets, which were delisted, come
 * first, and the current market last.
 */
export interface Quotes {
  readonly usdt: AssetId | undefined;
  readonly markets: ReadonlyMap<AssetId, readonly Market[]>;
}

type Connection = ClientBase | Pool;

export async function loadQuotes(client: Connection): Promise<Quotes> {
  const { rows } = await client.query(
    `select m.market_id, m.base_asset_id, m.quote_asset_id, m.tick_lot_units, m.lot_units
     from markets m join assets q on q.asset_id = m.quote_asset_id and q.code = 'USDT'
     where not m.is_perpetual order by m.market_id`,
  );
  const usdt = await client.query(`select asset_id from assets where code = 'USDT'`);
  return {
    usdt: usdt.rows[0]?.asset_id,
    markets: Map.groupBy(rows.map(marketOf), ({ base }) => base),
  };
}

const marketOf = (row: Record<string, unknown>): Market & { readonly base: AssetId } => ({
  base: Number(row.base_asset_id),
  market: Number(row.market_id),
  tickLotUnits: Number(row.tick_lot_units),
  lotUnits: Number(row.lot_units),
});

/** A coin and a moment at which some of it arrived or left. */
export interface Moment {
  readonly asset: AssetId;
  readonly timeMs: number;
}

/** Value of units of a coin at one of the requested moments; undefined if there was no price yet. */
export type WorthAt = (moment: Moment, units: number) => bigint | undefined;

/**
 * The price at each moment: the close of the newest candle, of any interval, that had ended by then. A price therefore
 * never depends on later trades.
 */
export async function pricesAt(client: Connection, quotes: Quotes, moments: readonly Moment[]): Promise<WorthAt> {
  const wanted = moments.flatMap((moment) =>
    (quotes.markets.get(moment.asset) ?? []).map((market) => ({ moment, market })),
  );
  const found = new Map<string, Price>();
  if (wanted.length > 0) {
    const { rows } = await client.query({
      name: 'prices at moments',
      text: PRICES_AT,
      values: [wanted.map(({ market }) => market.market), wanted.map(({ moment }) => moment.timeMs)],
    });
    const ticks = new Map(rows.map((row) => [Number(row.index) - 1, Number(row.close_ticks)]));
    // If a coin has had several markets, the last one with a price is used: it was listed after the earlier ones had
    // been delisted, so its price is newer.
    wanted.forEach(({ moment, market }, index) => {
      const close = ticks.get(index);
      if (close !== undefined) found.set(keyOf(moment), { ...market, ticks: close });
    });
  }
  return (moment, units) => {
    if (moment.asset === quotes.usdt) return BigInt(units);
    const price = found.get(keyOf(moment));
    return price && worth(units, price);
  };
}

const keyOf = ({ asset, timeMs }: Moment): string => `${asset} ${timeMs}`;

const PRICES_AT = `
  select q.index, price.close_ticks
  from unnest($1::integer[], $2::bigint[]) with ordinality q (market, time_ms, index)
  cross join lateral (
    select newest.close_ticks
    from (values (60), (300), (900), (3600), (14400), (86400)) length (seconds)
    cross join lateral (
      select close_ticks, open_ms + length.seconds * 1000 as end_ms from candles
      where market_id = q.market and interval_seconds = length.seconds and open_ms <= q.time_ms - length.seconds * 1000
      order by open_ms desc limit 1
    ) newest
    order by newest.end_ms desc, length.seconds limit 1
  ) price`;

/**
 * Daily closing prices. `at` returns the price at the end of a day, which is the close of the last day with trades up
 * to then.
 */
export interface Closes {
  at(asset: AssetId, day: number): Price | undefined;
}

/** Closes of these coins, starting at the end of `fromDay`. */
export async function loadCloses(
  client: Connection,
  quotes: Quotes,
  assets: readonly AssetId[],
  fromDay: number,
): Promise<Closes> {
  const markets = assets.flatMap((asset) => (quotes.markets.get(asset) ?? []).map(({ market }) => market));
  const { rows } = await client.query({
    name: 'closes of days',
    text: `select c.market_id, c.open_ms, c.close_ticks from candles c
           where c.interval_seconds = 86400 and c.market_id = any($1::integer[]) and c.open_ms > $2
           union all
           select b.* from unnest($1::integer[]) m (id) cross join lateral (
             select market_id, open_ms, close_ticks from candles
             where interval_seconds = 86400 and market_id = m.id and open_ms <= $2 order by open_ms desc limit 1) b
           order by 2`,
    values: [markets, fromDay * DAY_MS],
  });
  const closes = new Map<MarketId, { day: number; ticks: number }[]>();
  for (const row of rows) {
    const list = closes.get(row.market_id) ?? [];
    list.push({ day: dayOf(Number(row.open_ms)), ticks: Number(row.close_ticks) });
    closes.set(row.market_id, list);
  }
  return {
    at(asset, day) {
      for (const market of quotes.markets.get(asset)?.toReversed() ?? []) {
        const close = lastUpTo(closes.get(market.market) ?? [], day);
        if (close !== undefined) return { ...market, ticks: close.ticks };
      }
      return undefined;
    },
  };
}

/** The last element that is not after `day`. The elements must be sorted by day. */
function lastUpTo<Dated extends { readonly day: number }>(all: readonly Dated[], day: number): Dated | undefined {
  let [from, to] = [0, all.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((all[middle]?.day ?? day) <= day) from = middle + 1;
    else to = middle;
  }
  return all[from - 1];
}
