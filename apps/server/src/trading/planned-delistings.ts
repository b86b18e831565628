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
 * The planned delistings, held in memory because every order is checked against them. A change reaches every server
 * within a moment.
 */
export class PlannedDelistings {
  readonly #plans: CachedRead<ReadonlyMap<MarketId, PlannedDelisting>>;

  constructor({ pool, connect }: PlannedDelistingsParts) {
    this.#plans = new CachedRead({
      connect,
      channel: 'planned_delistings',
      read: () => readPlans(pool),
      first: new Map<MarketId, PlannedDelisting>(),
    });
  }

  open(): Promise<void> {
    return this.#plans.open();
  }

  close(): Promise<void> {
    return this.#plans.close();
  }

  get isEmpty(): boolean {
    return this.#plans.value.size === 0;
  }

  of(market: MarketId): PlannedDelisting | undefined {
    return this.#plans.value.get(market);
  }

  /** Reads the planned delistings again. Call this after a change to them is committed. */
  refresh(): Promise<void> {
    return this.#plans.refresh();
  }
}

async function readPlans(pool: Pool): Promise<Map<MarketId, PlannedDelisting>> {
  const { rows } = await pool.query<{ market_id: MarketId; planned_ms: string; term_before_days: number | null }>(
    'select market_id, planned_ms, term_before_days from planned_delisting where not is_cancelled',
  );
  return new Map(
    rows.map(({ market_id, planned_ms, term_before_days }) => {
      const atMs = Number(planned_ms);
      return [market_id, { atMs, closeOnlyMs: closeOnlyFrom(atMs), endedTermDays: term_before_days ?? 0 }];
    }),
  );
}
