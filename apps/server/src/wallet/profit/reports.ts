import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AssetId, OwnerId } from '@vitrine/core';
import type { Pool, PoolClient } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import type { TurnLine } from '../../kit/turn-line.ts';
import { momentsOf } from '../../projections/books/book.ts';
import { BEGINNING, type Entry, entriesOf } from '../../projections/books/entries.ts';
import { DAY_MS, loadQuotes, pricesAt, type WorthAt } from '../../projections/books/prices.ts';
import { type Disposal, FirstInFirstOut } from './disposals.ts';
import { type FuturesRow, futuresOf } from './futures-report.ts';

/** Times with fromMs ≤ time < toMs. */
export interface Period {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Amounts of one coin across all wallets of a client in a period, in units of the coin, which may exceed 2^53: opening
 * + deposits − withdrawals + purchases + bought − sold − fees + futures profit + funding + rewards + other = closing.
 */
export interface StatementRow {
  readonly asset: AssetId;
  readonly openingUnits: bigint;
  readonly depositUnits: bigint;
  readonly withdrawalUnits: bigint;
  /** Purchases minus the take-backs of refunded purchases, which undo the acquisition and are not sales. */
  readonly purchaseUnits: bigint;
  /** The amounts added and removed by trades, without fees. */
  readonly tradedInUnits: bigint;
  readonly tradedOutUnits: bigint;
  /** The fees of trades in spot and perpetual markets, and of liquidations. */
  readonly feeUnits: bigint;
  /** Realized PnL of positions. Like the next three fields, it is signed: losses and funding paid are negative. */
  readonly futuresProfitUnits: bigint;
  readonly fundingUnits: bigint;
  readonly rewardUnits: bigint;
  readonly otherUnits: bigint;
  readonly closingUnits: bigint;
}

export interface PeriodStatement {
  readonly rows: readonly StatementRow[];
  /** The futures profit, funding and fees contained in `rows`, by perpetual market. */
  readonly futures: readonly FuturesRow[];
  readonly position: number;
}

/** A year's disposals of one client, all of them or one page. */
export interface YearOfDisposals {
  readonly totals: readonly YearTotal[];
  /** Realized PnL, funding and fees of positions in the year, by perpetual market. */
  readonly futures: readonly FuturesRow[];
  readonly disposals: readonly Disposal[];
  /** The number of disposals in the whole year. */
  readonly count: number;
  readonly position: number;
}

export interface YearTotal {
  readonly asset: AssetId;
  readonly units: number;
  readonly proceedsUnits: bigint;
  readonly costUnits: bigint;
  /** The number of disposals whose cost is unknown (see `isPriced`). They are not included in the fields above. */
  readonly unpriced: number;
}

/** Disposals per step of a report: few enough that computing them delays nothing else. */
const MOST_PER_STEP = 200;

/** The results of one step of a yearly report. */
interface Step {
  readonly disposals: readonly Disposal[];
  readonly futures?: readonly FuturesRow[];
  readonly position: number;
}

/** Reports of a client's past, computed on request from the ledger's lines. */
export class Reports {
  readonly #pool: Pool;
  readonly #line: TurnLine;

  constructor(pool: Pool, line: TurnLine) {
    this.#pool = pool;
    this.#line = line;
  }

  /** The client's statement for a period. Errors: busy. */
  async statement(owner: OwnerId, { fromMs, toMs }: Period, gone: AbortSignal): Promise<PeriodStatement> {
    return this.#line.run(String(owner), gone, () =>
      inTransaction(this.#pool, async (client) => {
        await client.query('set transaction isolation level repeatable read, read only');
        const position = await positionOf(client);
        const { rows } = await client.query({
          name: 'period statement',
          text: STATEMENT,
          values: [owner, fromMs, toMs, position],
        });
        const futures = await futuresOf(client, owner, { fromMs, toMs }, position);
        return { rows: rows.map(statementRow).filter(hasAnything), futures, position };
      }),
    );
  }

  /**
   * The client's disposals of a year, and their totals. `offset` and `limit` select the disposals that are listed,
   * oldest first; the totals cover all disposals of the year. Errors: busy, unavailable.
   */
  async year(
    owner: OwnerId,
    year: number,
    { offset, limit }: { readonly offset: number; readonly limit: number },
    gone: AbortSignal,
  ): Promise<YearOfDisposals> {
    const totals = new Map<AssetId, YearTotal>();
    const listed: Disposal[] = [];
    let futures: readonly FuturesRow[] = [];
    let count = 0;
    let position = 0;
    for await (const step of this.#line.inTurns(String(owner), stepsOf(this.#pool, owner, year, true), gone)) {
      position = step.position;
      futures = step.futures ?? futures;
      for (const disposal of step.disposals) {
        totals.set(disposal.asset, withDisposal(totals.get(disposal.asset), disposal));
        if (count >= offset && listed.length < limit) listed.push(disposal);
        count += 1;
      }
    }
    return { totals: [...totals.values()], futures, disposals: listed, count, position };
  }

  /**
   * Every disposal of a year, in batches, computed in one pass as they are read. Errors: those of `openFile`, and
   * unavailable while the disposals are read.
   */
  async everyDisposal(owner: OwnerId, year: number, gone: AbortSignal): Promise<AsyncIterable<readonly Disposal[]>> {
    const steps = await this.#line.openFile(String(owner), stepsOf(this.#pool, owner, year, false), gone);
    return (async function* () {
      for await (const { disposals } of steps) yield disposals;
    })();
  }
}

/**
 * The disposals of a year, in short steps; if `hasFutures`, one step has the results in perpetual markets. The steps
 * need not share a transaction: lines up to a log position, and candles that have ended, never change. Only a rebuild
 * of the read models removes them, so the last step checks whether one took place.
 */
async function* stepsOf(
  pool: Pool,
  owner: OwnerId,
  year: number,
  hasFutures: boolean,
): AsyncGenerator<Step, void, void> {
  const position = await positionOf(pool);
  yield { disposals: [], position };
  if (hasFutures) yield { disposals: [], futures: await futuresOf(pool, owner, yearOf(year), position), position };
  const quotes = await loadQuotes(pool);
  const lots = new FirstInFirstOut(quotes.usdt);
  const { fromMs, toMs } = yearOf(year);
  for await (const entries of entriesOf(pool, owner, BEGINNING, position)) {
    const relevant = entries.filter(({ timeMs }) => timeMs < toMs);
    const worthAt = await pricesAt(pool, quotes, momentsOf(relevant));
    let disposals: Disposal[] = [];
    let computed = 0;
    for (const disposal of foldAll(lots, relevant, worthAt)) {
      if (disposal.disposedMs >= fromMs) disposals.push(disposal);
      computed += 1;
      if (computed % MOST_PER_STEP !== 0) continue;
      // This step ends here even in the middle of a sale, because a single sale may consume any number of lots.
      yield { disposals, position };
      disposals = [];
      await nextTurn();
    }
    yield { disposals, position };
    if (relevant.length < entries.length) break;
  }
  if ((await positionOf(pool)) < position) throw new ApiError('unavailable');
}

function* foldAll(lots: FirstInFirstOut, entries: readonly Entry[], worthAt: WorthAt): Generator<Disposal, void, void> {
  for (const entry of entries) yield* lots.fold(entry, worthAt);
}

async function positionOf(database: Pool | PoolClient): Promise<number> {
  const { rows } = await database.query('select position from projector_position');
  return Number(rows[0].position);
}

const yearOf = (year: number): Period => ({ fromMs: Date.UTC(year, 0, 1), toMs: Date.UTC(year + 1, 0, 1) });

/**
 * The period from the start of day `from` to the end of day `to`, both in UTC and written like 2026-01-31. Undefined if
 * either argument is not a date, or if `from` is after `to`.
 */
export function periodOf(from: string, to: string): Period | undefined {
  const [fromMs, lastMs] = [startOf(from), startOf(to)];
  if (fromMs === undefined || lastMs === undefined || lastMs < fromMs) return undefined;
  return { fromMs, toMs: lastMs + DAY_MS };
}

function startOf(day: string): number | undefined {
  const ms = Date.parse(`${day}T00:00:00Z`);
  // 31 February would be parsed as a day in March.
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== day ? undefined : ms;
}

function withDisposal(total: YearTotal | undefined, disposal: Disposal): YearTotal {
  const before = total ?? { asset: disposal.asset, units: 0, proceedsUnits: 0n, costUnits: 0n, unpriced: 0 };
  if (!disposal.isPriced) return { ...before, unpriced: before.unpriced + 1 };
  return {
    ...before,
    units: before.units + disposal.units,
    proceedsUnits: before.proceedsUnits + disposal.proceedsUnits,
    costUnits: before.costUnits + disposal.costUnits,
  };
}

// Fills are added up per market and side, and transfer lines per asset and cause.
const STATEMENT = `
  with trades as (
    select m.base_asset_id, m.quote_asset_id, f.side, f.time_ms < $2 as is_before, sum(f.size_lots) * m.lot_units as base,
      sum(f.notional_units) as notional, sum(f.fee_units) as fee
    from fills f join markets m using (market_id)
    where f.owner_id = $1 and f.position <= $4 and f.time_ms < $3
    group by 1, 2, 3, 4, m.lot_units
  ), changes (asset_id, is_before, kind, units) as (
    select base_asset_id, is_before, case side when 'buy' then 'traded_in' else 'traded_out' end,
      case side when 'buy' then base else -base end from trades
    union all
    select quote_asset_id, is_before, case side when 'buy' then 'traded_out' else 'traded_in' end,
      case side when 'buy' then -notional else notional end from trades
    union all
    select quote_asset_id, is_before, 'fee', -fee from trades
    union all
    select asset_id, time_ms < $2, case
        when cause = 'deposit' and amount_units > 0 then 'deposit'
        when cause = 'withdrawal' and amount_units < 0 then 'withdrawal'
        when cause = 'purchase' and amount_units > 0 or cause = 'purchase_reversal' then 'purchase'
        when cause in ('reward', 'interest') then 'reward'
        when cause in ('fee', 'liquidation_fee') then 'fee'
        when cause in ('futures_profit', 'funding') then cause
        when cause = 'convert' and amount_units > 0 then 'traded_in'
        when cause = 'convert' then 'traded_out'
        else 'other' end,
      sum(amount_units)
    from transfer_lines
    where owner_id = $1 and position <= $4 and time_ms < $3
      and (order_id = 0 or wallet = 'future')
    group by 1, 2, 3
  )
  select asset_id,
    coalesce(sum(units) filter (where is_before), 0) as opening,
    coalesce(sum(units) filter (where not is_before and kind = 'deposit'), 0) as deposit,
    coalesce(-sum(units) filter (where not is_before and kind = 'withdrawal'), 0) as withdrawal,
    coalesce(sum(units) filter (where not is_before and kind = 'purchase'), 0) as purchase,
    coalesce(sum(units) filter (where not is_before and kind = 'traded_in'), 0) as traded_in,
    coalesce(-sum(units) filter (where not is_before and kind = 'traded_out'), 0) as traded_out,
    coalesce(-sum(units) filter (where not is_before and kind = 'fee'), 0) as fee,
    coalesce(sum(units) filter (where not is_before and kind = 'futures_profit'), 0) as futures_profit,
    coalesce(sum(units) filter (where not is_before and kind = 'funding'), 0) as funding,
    coalesce(sum(units) filter (where not is_before and kind = 'reward'), 0) as reward,
    coalesce(sum(units) filter (where not is_before and kind = 'other'), 0) as other,
    sum(units) as closing
  from changes group by asset_id order by asset_id`;

const statementRow = (row: Readonly<Record<string, string>>): StatementRow => ({
  asset: Number(row.asset_id),
  openingUnits: BigInt(row.opening as string),
  depositUnits: BigInt(row.deposit as string),
  withdrawalUnits: BigInt(row.withdrawal as string),
  purchaseUnits: BigInt(row.purchase as string),
  tradedInUnits: BigInt(row.traded_in as string),
  tradedOutUnits: BigInt(row.traded_out as string),
  feeUnits: BigInt(row.fee as string),
  futuresProfitUnits: BigInt(row.futures_profit as string),
  fundingUnits: BigInt(row.funding as string),
  rewardUnits: BigInt(row.reward as string),
  otherUnits: BigInt(row.other as string),
  closingUnits: BigInt(row.closing as string),
});

const hasAnything = ({ asset: _, ...figures }: StatementRow): boolean =>
  Object.values(figures).some((units) => units !== 0n);
