import type { MarketId } from '@vitrine/core';
import type { Pool } from 'pg';
import { CachedRead } from '../kit/postgres/cached-read.ts';
import type { ChannelConnection } from '../kit/postgres/shared-connection.ts';

/** For how long before its delisting a perpetual market refuses orders that open positions. */
const CLOSE_ONLY_MS = 3_600_000;

export const closeOnlyFrom = (delistedMs: number): number => delistedMs - CLOSE_ONLY_MS;

/** An approved delisting that has not begun. */
export interface PlannedDelisting {
  readonly atMs: number;
  /** The time from which orders that open positions are refused; only a perpetual market has positions. */
  readonly closeOnlyMs: number;
  /** The minimum term that the close-only phase has ended, in days; 0 if it has ended none. */
  readonly endedTermDays: number;
}

export interface PlannedDelistingsParts {
  readonly pool: Pool;
  /** Opens the connection of a channel. */
  readonly connect: () => Promise<ChannelConnection>;
}

/**
 * The planned delistings, and which delistings are underway, held in memory because every order is checked against
 * them. A change reaches every server within a moment.
 */
export class PlannedDelistings {
  readonly #cached: CachedRead<Cached>;

  constructor({ pool, connect }: PlannedDelistingsParts) {
    this.#cached = new CachedRead<Cached>({
      connect,
      channel: 'planned_delistings',
      read: () => readDelistings(pool),
      first: { plans: new Map(), underway: new Set() },
    });
  }

  open(): Promise<void> {
    return this.#cached.open();
  }

  close(): Promise<void> {
    return this.#cached.close();
  }

  get isEmpty(): boolean {
    const { plans, underway } = this.#cached.value;
    return plans.size === 0 && underway.size === 0;
  }

  of(market: MarketId): PlannedDelisting | undefined {
    return this.#cached.value.plans.get(market);
  }

  /** Whether a delisting of the market has begun and not finished. */
  isUnderway(market: MarketId): boolean {
    return this.#cached.value.underway.has(market);
  }

  /** Whether a delisting of the market is planned or underway. */
  isAnnounced(market: MarketId): boolean {
    return this.of(market) !== undefined || this.isUnderway(market);
  }

  /** Whether the market may be delisted by this time. */
  endsBy(market: MarketId, timeMs: number): boolean {
    const planned = this.of(market);
    return this.isUnderway(market) || (planned !== undefined && planned.atMs <= timeMs);
  }

  /** Reads the delistings again. Call this after a change to them is committed. */
  refresh(): Promise<void> {
    return this.#cached.refresh();
  }
}

interface Cached {
  readonly plans: ReadonlyMap<MarketId, PlannedDelisting>;
  readonly underway: ReadonlySet<MarketId>;
}

/** Reads both tables in one query, so that a plan that has become a delisting is never missing in both. */
async function readDelistings(pool: Pool): Promise<Cached> {
  const { rows } = await pool.query<{
    market_id: MarketId;
    planned_ms: string | null;
    term_before_days: number | null;
  }>(
    `select market_id, planned_ms, term_before_days from planned_delisting where not is_cancelled
     union all
     select market_id, null, null from delisting where finished_at is null`,
  );
  const plans = new Map<MarketId, PlannedDelisting>();
  const underway = new Set<MarketId>();
  for (const { market_id, planned_ms, term_before_days } of rows) {
    const atMs = Number(planned_ms);
    if (planned_ms === null) underway.add(market_id);
    else plans.set(market_id, { atMs, closeOnlyMs: closeOnlyFrom(atMs), endedTermDays: term_before_days ?? 0 });
  }
  return { plans, underway };
}
