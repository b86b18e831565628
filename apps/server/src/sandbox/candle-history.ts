import { setImmediate as breathe } from 'node:timers/promises';
import type { MarketId } from '@vitrine/core';
import { type PriceTicks, priceTicks, timeMs } from '@vitrine/money';
import { CompiledQuery, type Kysely } from 'kysely';
import {
  type Candle,
  candleColumns,
  candleOpenMs,
  candleRow,
  intervalMs,
  joinTo,
  MINUTE_MS,
} from '../projections/tables/candles.ts';
import type { ReadModelTables } from '../projections/tables/tables.ts';
import type { SandboxMarket } from './instruments.ts';
import { liveliness, MarketModel } from './market-model.ts';
import { Random } from './random.ts';

const DAY_MS = intervalMs['1d'];
const BARS_PER_TURN = 256;

/** A market's candles by interval in milliseconds, each list oldest first. */
export interface MarketHistory {
  readonly market: MarketId;
  readonly candles: ReadonlyMap<number, readonly Candle[]>;
}

/**
 * A period of the past, and the interval of the candles that are simulated for it. Longer candles are aggregated from
 * them.
 */
interface Stretch {
  readonly days: number;
  readonly barMs: number;
  readonly stepsPerBar: number;
}

/** Oldest first. Each stretch begins at midnight UTC, so that no candle mixes two resolutions. */
const stretches: readonly Stretch[] = [
  { days: 365, barMs: intervalMs['1h'], stepsPerBar: 6 },
  { days: 30, barMs: intervalMs['5m'], stepsPerBar: 5 },
  { days: 3, barMs: MINUTE_MS, stepsPerBar: 4 },
];

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
  readonly barMs: number;
  readonly stepsPerBar: number;
}

/** The start and end time of each stretch. The last one ends with the last complete minute before `nowMs`. */
function spansUntil(nowMs: number): Span[] {
  const endMs = candleOpenMs(nowMs, MINUTE_MS);
  const startOf = ({ days }: Stretch) => candleOpenMs(endMs - days * DAY_MS, DAY_MS);
  return stretches.map((stretch, i) => {
    const next = stretches[i + 1];
    return { ...stretch, fromMs: startOf(stretch), toMs: next === undefined ? endMs : startOf(next) };
  });
}

/**
 * One coin's simulated bars in columns, oldest first. Prices are logarithms, relative to the price at which the
 * simulation began.
 */
interface Path {
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly activity: Float64Array;
}

async function simulatePaths(markets: readonly SandboxMarket[], seed: number, spans: readonly Span[]): Promise<Path[]> {
  const model = new MarketModel(
    markets.map(({ coin }) => coin),
    seed,
  );
  const count = spans.reduce((sum, { fromMs, toMs, barMs }) => sum + (toMs - fromMs) / barMs, 0);
  const column = () => new Float64Array(count);
  const paths = markets.map((): Path => ({ high: column(), low: column(), close: column(), activity: column() }));
  const prices = new Float64Array(markets.length);
  let bar = 0;
  for (const { fromMs, toMs, barMs, stepsPerBar } of spans) {
    const stepMs = barMs / stepsPerBar;
    for (let openMs = fromMs; openMs < toMs; openMs += barMs) {
      // Lets other work run, such as renewing the log's lease.
      if (bar % BARS_PER_TURN === 0) await breathe();
      for (const [i, { high, low }] of paths.entries()) high[bar] = low[bar] = prices[i] as number;
      for (let step = 1; step <= stepsPerBar; step += 1) {
        for (const [i, { logReturn, activity }] of model.step(stepMs / 1_000, openMs + step * stepMs).entries()) {
          const path = paths[i] as Path;
          const price = (prices[i] as number) + logReturn;
          prices[i] = price;
          if (price > (path.high[bar] as number)) path.high[bar] = price;
          if (price < (path.low[bar] as number)) path.low[bar] = price;
          path.activity[bar] = (path.activity[bar] as number) + activity / stepsPerBar;
        }
      }
      for (const [i, { close }] of paths.entries()) close[bar] = prices[i] as number;
      bar += 1;
    }
  }
  return paths;
}

/**
 * A simulated past of each market: intervals of 1h and longer for a year, 5m and 15m for a month, 1m for three to four
 * days (each stretch begins at midnight). Each market's last price is its reference price. Where shorter candles exist,
 * the longer ones are aggregated from them. Yields one market at a time, because all of them together would take a few
 * hundred megabytes.
 */
export async function* simulateHistory(
  markets: readonly SandboxMarket[],
  seed: number,
  nowMs: number,
): AsyncGenerator<MarketHistory> {
  const spans = spansUntil(nowMs);
  const paths = await simulatePaths(markets, seed, spans);
  for (const [i, market] of markets.entries()) {
    const random = new Random(seed, `${market.coin.code} volume`);
    yield historyOf(market.market, toCandles(market, paths[i] as Path, spans, random));
  }
}

function toCandles(
  market: SandboxMarket,
  path: Path,
  spans: readonly Span[],
  random: Random,
): Map<number, readonly Candle[]> {
  const { coin, listing } = market;
  const end = path.close.at(-1) ?? 0;
  const ticksAt = (log: number): PriceTicks =>
    priceTicks(Math.max(1, Math.round(listing.referenceTicks * Math.exp(log - end))));
  const byLength = new Map<number, readonly Candle[]>();
  let bar = 0;
  let openTicks = ticksAt(0);
  for (const { fromMs, toMs, barMs } of spans) {
    const candles: Candle[] = [];
    for (let openMs = fromMs; openMs < toMs; openMs += barMs, bar += 1) {
      const closeTicks = ticksAt(path.close[bar] as number);
      const [highTicks, lowTicks] = [ticksAt(path.high[bar] as number), ticksAt(path.low[bar] as number)];
      const seconds = barMs / 1_000;
      const lively = liveliness(openMs) * (path.activity[bar] as number) * Math.exp(0.35 * random.normal() - 0.06);
      const typicalTicks = Math.round((openTicks + highTicks + lowTicks + closeTicks) / 4);
      const turnover = (coin.dailyTurnover / 86_400) * seconds * lively;
      const volumeLots = BigInt(Math.max(4, Math.round(turnover / (typicalTicks * market.tickSize * market.lotSize))));
      candles.push({
        openMs: timeMs(openMs),
        openTicks,
        highTicks,
        lowTicks,
        closeTicks,
        volumeLots,
        turnoverUnits: volumeLots * BigInt(typicalTicks) * BigInt(listing.tickLotUnits),
        // Open, high, low and close may be four different prices, which takes at least four trades.
        trades: Math.max(4, Math.round(coin.printsPerSecond * seconds * lively)),
      });
      openTicks = closeTicks;
    }
    byLength.set(barMs, candles);
  }
  return byLength;
}

/**
 * A market's candles of all intervals, aggregated from simulated or recorded candles. If those have several intervals,
 * the shorter intervals cover the more recent past.
 */
export function historyOf(market: MarketId, made: ReadonlyMap<number, readonly Candle[]>): MarketHistory {
  const sources = [...made].sort(([a], [b]) => b - a);
  const candles = new Map<number, readonly Candle[]>();
  for (const lengthMs of Object.values(intervalMs)) {
    const parts = sources.filter(([barMs]) => barMs <= lengthMs);
    candles.set(
      lengthMs,
      parts.flatMap(([barMs, list]) => (barMs === lengthMs ? list : joinTo(list, lengthMs))),
    );
  }
  return { market, candles };
}

const ROWS_PER_STATEMENT = 10_000;

/**
 * Writes histories to the table `candles`, completely or not at all. They are generated before the transaction begins:
 * on a slow machine, that takes longer than a transaction may stay idle.
 */
export async function writeHistory(
  database: Kysely<ReadModelTables>,
  histories: AsyncIterable<MarketHistory>,
): Promise<void> {
  const names = Object.keys(candleColumns).join(', ');
  const arrays = Object.values(candleColumns)
    .map((type, i) => `$${i + 1}::${type}[]`)
    .join(', ');
  await database.connection().execute(async (session) => {
    const run = (text: string, values: readonly unknown[] = []) =>
      session.executeQuery(CompiledQuery.raw(text, [...values]));
    await run(`create temporary table made_candles as select ${names} from candles with no data`);
    const markets = new Set<number | bigint>();
    for await (const rows of statementsOf(histories)) {
      const values = Object.keys(candleColumns).map((_, column) => `{${rows.map((row) => row[column]).join(',')}}`);
      await run(`insert into made_candles (${names}) select * from unnest(${arrays})`, values);
      for (const [market] of rows) if (market !== undefined) markets.add(market);
    }
    await session.transaction().execute(async (transaction) => {
      const statement = `insert into candles (${names}) select ${names} from made_candles where market_id = $1
        on conflict do nothing`;
      for (const market of markets) await transaction.executeQuery(CompiledQuery.raw(statement, [market]));
    });
    await run('drop table made_candles');
  });
}

async function* statementsOf(histories: AsyncIterable<MarketHistory>): AsyncGenerator<(number | bigint)[][]> {
  let rows: (number | bigint)[][] = [];
  for await (const { market, candles } of histories)
    for (const [lengthMs, list] of candles)
      for (const candle of list) {
        rows.push(candleRow(market, lengthMs, candle));
        if (rows.length < ROWS_PER_STATEMENT) continue;
        yield rows;
        rows = [];
      }
  if (rows.length > 0) yield rows;
}
