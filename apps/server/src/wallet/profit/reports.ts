import type { AssetId, OwnerId } from '@vitrine/core';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import { momentsOf } from '../../projections/books/book.ts';
import { BEGINNING, entriesOf } from '../../projections/books/entries.ts';
import { DAY_MS, loadQuotes, pricesAt } from '../../projections/books/prices.ts';
import { type Disposal, FirstInFirstOut } from './disposals.ts';

/** Times with fromMs ≤ time < toMs. */
export interface Period {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * One coin over all wallets of a client in a period, in units of the coin:
 * opening + deposits − withdrawals + purchases + bought − sold − fees + rewards + other = closing.
 */
export interface StatementRow {
  readonly asset: AssetId;
  readonly openingUnits: number;
  readonly depositUnits: number;
  readonly withdrawalUnits: number;
  /** Less the take-backs of refunded purchases: they undo the acquisition, and are not sales. */
  readonly purchaseUnits: number;
  /** What trades added and removed, without fees. */
  readonly tradedInUnits: number;
  readonly tradedOutUnits: number;
  readonly feeUnits: number;
  /** Signed, like the next field. */
  readonly rewardUnits: number;
  readonly otherUnits: number;
  readonly closingUnits: number;
}

export interface PeriodStatement {
  readonly rows: readonly StatementRow[];
  readonly position: number;
}

/** A year's disposals of one client, all of them or one page. */
export interface YearOfDisposals {
  readonly totals: readonly YearTotal[];
  readonly disposals: readonly Disposal[];
  /** How many there are in the year. */
  readonly count: number;
  readonly position: number;
}

export interface YearTotal {
  readonly asset: AssetId;
  readonly units: number;
  readonly proceedsUnits: bigint;
  readonly costUnits: bigint;
  /** Disposals without a price, excluded from all totals. */
  readonly unpriced: number;
}

/** Reports read a client's whole ledger: at most this many run at once, for all clients together. */
const AT_ONCE = 2;
const BATCH = 50_000;

/** Reports of a client's past, computed on request from the ledger's lines. */
export class Reports {
  readonly #pool: Pool;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async statement(owner: OwnerId, { fromMs, toMs }: Period): Promise<PeriodStatement> {
    return this.#reading(async (client, position) => {
      const { rows } = await client.query({
        name: 'period statement',
        text: STATEMENT,
        values: [owner, fromMs, toMs, position],
      });
      return { rows: rows.map(statementRow).filter(hasAnything), position };
    });
  }

  /** `offset` and `limit` select the disposals that are listed, oldest first; the totals cover all of them. */
  async year(owner: OwnerId, year: number, offset: number, limit: number): Promise<YearOfDisposals> {
    return this.#reading(async (client, position) => {
      const totals = new Map<AssetId, YearTotal>();
      const disposals: Disposal[] = [];
      let count = 0;
      for await (const disposal of disposalsOf(client, owner, year, position)) {
        totals.set(disposal.asset, withDisposal(totals.get(disposal.asset), disposal));
        if (count >= offset && disposals.length < limit) disposals.push(disposal);
        count += 1;
      }
      return { totals: [...totals.values()], disposals, count, position };
    });
  }

  /** Every disposal of a year, in batches, as they are computed. */
  async *everyDisposal(owner: OwnerId, year: number): AsyncGenerator<readonly Disposal[]> {
    for (let offset = 0; ; offset += BATCH) {
      const { disposals, count } = await this.year(owner, year, offset, BATCH);
      yield disposals;
      if (offset + BATCH >= count) return;
    }
  }

  async #reading<T>(work: (client: PoolClient, position: number) => Promise<T>): Promise<T> {
    if (this.#running === AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await inTransaction(this.#pool, async (client) => {
        await client.query('set transaction isolation level repeatable read, read only');
        const { rows } = await client.query('select position from projector_position');
        return work(client, Number(rows[0].position));
      });
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}

async function* disposalsOf(
  client: PoolClient,
  owner: OwnerId,
  year: number,
  position: number,
): AsyncGenerator<Disposal> {
  const quotes = await loadQuotes(client);
  const lots = new FirstInFirstOut(quotes.usdt);
  const { fromMs, toMs } = yearOf(year);
  for await (const entries of entriesOf(client, owner, BEGINNING, position)) {
    const worthAt = await pricesAt(client, quotes, momentsOf(entries));
    for (const entry of entries) {
      if (entry.timeMs >= toMs) return;
      const disposals = lots.fold(entry, worthAt);
      if (entry.timeMs >= fromMs) yield* disposals;
    }
  }
}

const yearOf = (year: number): Period => ({ fromMs: Date.UTC(year, 0, 1), toMs: Date.UTC(year + 1, 0, 1) });

/** Whole UTC days, both included, such as 2026-01-31. Undefined if a text is not a day or the order is reversed. */
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

// Fills are added up per market and side, and lines of transfers per asset and cause.
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
        else 'other' end,
      sum(amount_units)
    from transfer_lines
    where owner_id = $1 and position <= $4 and time_ms < $3 and order_id = 0
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
    coalesce(sum(units) filter (where not is_before and kind = 'reward'), 0) as reward,
    coalesce(sum(units) filter (where not is_before and kind = 'other'), 0) as other,
    sum(units) as closing
  from changes group by asset_id order by asset_id`;

const statementRow = (row: Readonly<Record<string, string>>): StatementRow => ({
  asset: Number(row.asset_id),
  openingUnits: Number(row.opening),
  depositUnits: Number(row.deposit),
  withdrawalUnits: Number(row.withdrawal),
  purchaseUnits: Number(row.purchase),
  tradedInUnits: Number(row.traded_in),
  tradedOutUnits: Number(row.traded_out),
  feeUnits: Number(row.fee),
  rewardUnits: Number(row.reward),
  otherUnits: Number(row.other),
  closingUnits: Number(row.closing),
});

const hasAnything = ({ asset: _, ...figures }: StatementRow): boolean =>
  Object.values(figures).some((units) => units !== 0);
