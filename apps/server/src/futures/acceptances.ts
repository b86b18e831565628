import type { MarketId, OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';
import { ApiError } from '../kit/api-error.ts';
import type { Perpetual } from '../kit/instruments.ts';
import { OneAtATime } from '../kit/one-at-a-time.ts';

/** A pseudo market id: the key of the notice on futures risks, which applies to all markets. */
const ALL_MARKETS: MarketId = 0;
/** Maximum number of acceptances of one client that may be running or waiting at once. */
const MOST_CHANGES_AT_ONCE = 20;
/** Maximum number of clients whose acceptances stay in memory. */
const MOST_KEPT = 20_000;

/**
 * By market, the longest minimum term that a client has accepted, in days. Contains ALL_MARKETS if the client has
 * accepted the notice.
 */
type Accepted = ReadonlyMap<MarketId, number>;

/**
 * What clients accepted before they opened positions: the notice on the risks of futures, and the minimum terms of
 * markets. Clients cannot withdraw an acceptance, so those in memory remain valid, even if another server has stored
 * more.
 */
export class Acceptances {
  readonly #pool: Pool;
  readonly #kept = new Map<OwnerId, Accepted>();
  readonly #reads = new Map<OwnerId, Promise<Accepted>>();
  readonly #changes = new OneAtATime(MOST_CHANGES_AT_ONCE);

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Whether the client has accepted the notice, and the longest minimum term accepted for the market. */
  async of(owner: OwnerId, perpetual: Perpetual): Promise<{ hasRisks: boolean; termDays: number }> {
    const kept = this.#kept.get(owner);
    const accepted = kept !== undefined && isEnough(kept, perpetual) ? kept : await this.#read(owner);
    return { hasRisks: accepted.has(ALL_MARKETS), termDays: accepted.get(perpetual.market) ?? 0 };
  }

  /**
   * Requires that the client has accepted what opening a position in the market demands. Errors:
   * futures_risks_not_accepted, minimum_term_not_accepted.
   */
  async demand(owner: OwnerId, perpetual: Perpetual): Promise<void> {
    const { hasRisks, termDays } = await this.of(owner, perpetual);
    if (!hasRisks) throw new ApiError('futures_risks_not_accepted');
    const { minTermDays } = perpetual.rules;
    if (termDays < minTermDays) throw new ApiError('minimum_term_not_accepted', { days: String(minTermDays) });
  }

  acceptRisks(owner: OwnerId): Promise<void> {
    return this.#store(owner, ALL_MARKETS, 0);
  }

  /**
   * Stores that the client accepts the market's minimum term. Errors: minimum_term_changed if `days` is not that term.
   */
  async acceptTerm(owner: OwnerId, { market, rules }: Perpetual, days: number): Promise<void> {
    if (days !== rules.minTermDays) throw new ApiError('minimum_term_changed', { days: String(rules.minTermDays) });
    await this.#store(owner, market, days);
  }

  async #store(owner: OwnerId, market: MarketId, days: number): Promise<void> {
    await this.#changes.run(String(owner), () =>
      this.#pool.query(
        'insert into futures_acceptances (owner, market_id, days) values ($1, $2, $3) on conflict do nothing',
        [owner, market, days],
      ),
    );
    this.#kept.delete(owner);
  }

  /** Concurrent calls for one client share a query. */
  #read(owner: OwnerId): Promise<Accepted> {
    const running = this.#reads.get(owner);
    if (running !== undefined) return running;
    const reading = this.#query(owner).finally(() => this.#reads.delete(owner));
    this.#reads.set(owner, reading);
    return reading;
  }

  async #query(owner: OwnerId): Promise<Accepted> {
    const { rows } = await this.#pool.query<{ market_id: number; days: number }>(
      'select market_id, max(days) as days from futures_acceptances where owner = $1 group by market_id',
      [owner],
    );
    const accepted = new Map(rows.map(({ market_id, days }) => [market_id, days]));
    this.#kept.delete(owner);
    this.#kept.set(owner, accepted);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return accepted;
  }
}

/** Whether the client has accepted everything that opening a position in the market requires. */
const isEnough = (accepted: Accepted, { market, rules }: Perpetual): boolean =>
  accepted.has(ALL_MARKETS) && (accepted.get(market) ?? 0) >= rules.minTermDays;
