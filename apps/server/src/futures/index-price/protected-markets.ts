import type { MarketId } from '@vitrine/core';
import { KeyedMutex } from '../../kit/keyed-mutex.ts';

/** The rows of the protected markets. */
export interface Protection {
  /** The markets that have a row. Called only once, because only one feed at a time changes the rows. */
  markets(): Promise<ReadonlySet<MarketId>>;
  add(market: MarketId): Promise<void>;
  remove(market: MarketId): Promise<void>;
}

/**
 * The markets that the feed has protected, stored across restarts. Markets stopped by operators are not included. Rows
 * are written after the set in memory has changed, so that no mark price ever waits for the database. If the server
 * stops before a row is written, the market stays cancel-only until an operator opens it.
 */
export class ProtectedMarkets {
  readonly #rows: Protection;
  readonly #markets = new Set<MarketId>();
  /** Markets that were removed before the rows were read. */
  readonly #deleted = new Set<MarketId>();
  /** The rows that are known to exist; undefined until they have been read. */
  #stored: Set<MarketId> | undefined;
  readonly #changing = new KeyedMutex();

  constructor(rows: Protection) {
    this.#rows = rows;
  }

  get isLoaded(): boolean {
    return this.#stored !== undefined;
  }

  has(market: MarketId): boolean {
    return this.#markets.has(market);
  }

  add(market: MarketId): void {
    this.#markets.add(market);
    this.#deleted.delete(market);
  }

  delete(market: MarketId): void {
    this.#markets.delete(market);
    if (!this.isLoaded) this.#deleted.add(market);
  }

  /** Writes the market's row, and then adds the market. */
  async store(market: MarketId): Promise<void> {
    await this.#changing.runExclusive(String(market), async () => {
      const stored = await this.#load();
      await this.#rows.add(market);
      stored.add(market);
      this.add(market);
    });
  }

  /** Removes the market and its row, even if an earlier call of `store` is still writing the row. */
  async remove(market: MarketId): Promise<void> {
    await this.#changing.runExclusive(String(market), async () => {
      this.delete(market);
      const stored = await this.#load();
      await this.#rows.remove(market);
      stored.delete(market);
    });
  }

  /** Writes what has changed. A failure for one market does not affect the others; the next call retries it. */
  async write(): Promise<void> {
    const stored = await this.#load();
    const markets = [...new Set([...stored, ...this.#markets])];
    const results = await Promise.allSettled(
      markets.map((market) => this.#changing.runExclusive(String(market), () => this.#writeRow(market, stored))),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  async #writeRow(market: MarketId, stored: Set<MarketId>): Promise<void> {
    if (this.has(market) === stored.has(market)) return;
    if (this.has(market)) {
      await this.#rows.add(market);
      stored.add(market);
    } else {
      await this.#rows.remove(market);
      stored.delete(market);
    }
  }

  async #load(): Promise<Set<MarketId>> {
    if (this.#stored !== undefined) return this.#stored;
    const rows = await this.#rows.markets();
    // Another call may have read the rows in the meantime.
    if (this.#stored !== undefined) return this.#stored;
    for (const market of rows) if (!this.#deleted.has(market)) this.add(market);
    this.#stored = new Set(rows);
    return this.#stored;
  }
}
