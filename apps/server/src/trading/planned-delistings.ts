import type { MarketId } from '@vitrine/core';
import type { Pool } from 'pg';
import { PostgresChannel } from '../kit/postgres/channel.ts';
import type { ChannelConnection } from '../kit/postgres/shared-connection.ts';

/** For how long before its delisting a perpetual market refuses orders that open positions. */
const CLOSE_ONLY_MS = 12 * 3_600_000;

export const closeOnlyFrom = (delistedMs: number): number => delistedMs - CLOSE_ONLY_MS;

/** An approved delisting that has not begun. */
export interface PlannedDelisting {
  readonly atMs: number;
  /** The time from which orders that open positions are refused; only a perpetual market has positions. */
  readonly closeOnlyMs: number;
}

export interface PlannedDelistingsParts {
  readonly pool: Pool;
  /** Opens the connection of a channel. */
  readonly connect: () => Promise<ChannelConnection>;
}

/**
 * Holds the planned delistings in memory, because every order is checked against them. A change reaches every server
 * within a moment.
 */
export class PlannedDelistings {
  readonly #pool: Pool;
  readonly #channel: PostgresChannel;
  #byMarket: ReadonlyMap<MarketId, PlannedDelisting> = new Map();
  #reads = 0;

  constructor({ pool, connect }: PlannedDelistingsParts) {
    this.#pool = pool;
    this.#channel = new PostgresChannel({
      connect,
      name: 'planned_delistings',
      received: () => this.refresh(),
      catchUp: () => this.refresh(),
    });
  }

  async open(): Promise<void> {
    await this.#channel.open();
    await this.refresh();
  }

  close(): Promise<void> {
    return this.#channel.close();
  }

  get isEmpty(): boolean {
    return this.#byMarket.size === 0;
  }

  of(market: MarketId): PlannedDelisting | undefined {
    return this.#byMarket.get(market);
  }

  /** Reads the planned delistings again. Call this after a change to them is committed. */
  async refresh(): Promise<void> {
    const read = ++this.#reads;
    const { rows } = await this.#pool.query<{ market_id: MarketId; planned_ms: string }>(
      'select market_id, planned_ms from planned_delisting where not is_cancelled',
    );
    // A newer read has started in the meantime; its result replaces this one.
    if (read !== this.#reads) return;
    this.#byMarket = new Map(
      rows.map(({ market_id, planned_ms }) => {
        const atMs = Number(planned_ms);
        return [market_id, { atMs, closeOnlyMs: closeOnlyFrom(atMs) }];
      }),
    );
  }
}
