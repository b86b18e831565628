import type { Command, Core, MarketId } from '@vitrine/core';
import { type PriceTicks, priceTicks, type TimeMs } from '@vitrine/money';
import { KeyedMutex } from '../../kit/keyed-mutex.ts';
import { indexTicks, markTicksAt, neededOf, nextMarkTicks, quoteStates } from './index-price.ts';
import {
  type IndexedMarket,
  type IndexedPerpetual,
  type IndexQuote,
  type IndexSource,
  idOf,
  type SourceChoice,
} from './index-source.ts';
import type { IndexSources } from './index-sources.ts';

export type { IndexedPerpetual } from './index-source.ts';

/** A market whose index is unconfirmed for this long is protected: it accepts only cancellations. */
const PROTECT_AFTER_MS = 30_000;

export interface IndexFeedParts {
  readonly core: () => Pick<Core, 'perpetual'>;
  readonly perpetuals: () => readonly IndexedPerpetual[];
  readonly clock: () => number;
  readonly submit: (command: Command) => Promise<unknown>;
  readonly protection: Protection;
  /** Which sources each market has; without it, every market has all of them. */
  readonly choices?: Pick<IndexSources, 'load' | 'of'>;
}

/**
 * The markets that the feed has protected, stored across restarts. Markets that operators have stopped are not among
 * them.
 */
export interface Protection {
  /** Read only once, because only one feed at a time changes the set. */
  markets(): Promise<ReadonlySet<MarketId>>;
  add(market: MarketId): Promise<void>;
  remove(market: MarketId): Promise<void>;
}

/** The feed's last known data of a market. */
export interface IndexState {
  readonly market: MarketId;
  /** May be fractional; undefined while the index is unconfirmed. */
  readonly ticks: number | undefined;
  readonly confirmedAtMs: TimeMs;
  /** How many sources have to confirm the index. */
  readonly needed: number;
  /** All sources of the market, including those that have no price. */
  readonly names: readonly string[];
  readonly sources: readonly (IndexQuote & { readonly name: string; readonly atMs: TimeMs })[];
}

/**
 * Sets the mark prices of perpetual markets: they follow the median of the sources, in steps of limited size. A market
 * whose index is unconfirmed is protected until its mark price reaches the index again.
 */
export class IndexFeed {
  readonly #parts: IndexFeedParts;
  readonly #sources: IndexSource[] = [];
  readonly #states = new Map<MarketId, IndexState>();
  /**
   * Only one command at a time changes the status of a market, because each is chosen according to the current status.
   */
  readonly #changing = new KeyedMutex();
  /** The markets whose mark price has been at the index at least once since this feed started. */
  readonly #caughtUp = new Set<MarketId>();
  /**
   * The markets whose index has been confirmed at least once since this feed started. Until then, the mark price may be
   * of any age, so that an open market is protected at once.
   */
  readonly #confirmed = new Set<MarketId>();
  #lastMs: number | undefined;
  #protected: Set<MarketId> | undefined;

  constructor(parts: IndexFeedParts) {
    this.#parts = parts;
  }

  /** Without a source the feed sets no prices and protects no market. */
  add(source: IndexSource): void {
    this.#sources.push(source);
  }

  /** The sources that can be chosen for a market, in the order in which they were added. */
  get choosable(): readonly { readonly id: string; readonly name: string }[] {
    return this.#sources
      .filter(({ isCompared }) => !isCompared)
      .map((source) => ({ id: idOf(source), name: source.name }));
  }

  /**
   * Undefined until the feed has run with a source and this market; always undefined on a server that is not the
   * leader.
   */
  stateOf(market: MarketId): IndexState | undefined {
    return this.#states.get(market);
  }

  /** The last known data of all markets; none where `stateOf` is undefined. */
  states(): readonly IndexState[] {
    const listed = new Set(this.#parts.perpetuals().map(({ market }) => market));
    return [...this.#states.values()].filter(({ market }) => listed.has(market));
  }

  /** The state of a market before the feed has read its sources. */
  unread(market: IndexedPerpetual): IndexState {
    return { market: market.market, ticks: undefined, confirmedAtMs: 0 as TimeMs, sources: [], ...this.#used(market) };
  }

  /** How many sources are used for the index of a market now; undefined where its state is. */
  usedSources(market: MarketId): number | undefined {
    const known = this.#states.get(market)?.sources;
    return known && quoteStates(known, this.#parts.clock()).filter((state) => state === 'used').length;
  }

  isProtected(market: MarketId): boolean {
    return this.#protected?.has(market) ?? false;
  }

  /**
   * Stops the market for an operator by calling `submit`. The feed then leaves the status of the market alone until an
   * operator opens it.
   */
  stop(market: MarketId, submit: () => Promise<void>): Promise<void> {
    return this.#changing.runExclusive(String(market), async () => {
      await this.#forget(market, await this.#load());
      await submit();
    });
  }

  /**
   * Opens a market for an operator. The market must already accept cancellations; the feed opens it like a protected
   * market, when its mark price reaches the index.
   */
  open(market: MarketId): Promise<void> {
    return this.#changing.runExclusive(String(market), async () => this.#remember(market, await this.#load()));
  }

  async run(): Promise<void> {
    if (this.#sources.length === 0) return;
    await this.#parts.choices?.load();
    const nowMs = this.#parts.clock();
    const seconds = this.#lastMs === undefined ? 1 : (nowMs - this.#lastMs) / 1_000;
    this.#lastMs = nowMs;
    const states = this.#parts.perpetuals().map((perpetual) => this.#look(perpetual, nowMs));
    const confirmed = states.flatMap(({ market, ticks }) => (ticks === undefined ? [] : [{ market, ticks }]));
    const [heldBack, others] = [
      confirmed.filter(({ market }) => this.#mayBeProtected(market)),
      confirmed.filter(({ market }) => !this.#mayBeProtected(market)),
    ];
    // Must run before anything waits for the database, so that positions are liquidated even while clients keep the
    // database busy.
    for (const { market, ticks } of others) await this.#setMark(market, ticks, seconds);
    const markets = await this.#load();
    for (const { market, ticks } of heldBack) await this.#recover(market, ticks, seconds, markets);
    await this.#keepTable(states, nowMs, markets);
  }

  async #load(): Promise<Set<MarketId>> {
    if (this.#protected !== undefined) return this.#protected;
    const stored = new Set(await this.#parts.protection.markets());
    // Another call may have loaded and changed the set in the meantime.
    this.#protected ??= stored;
    return this.#protected;
  }

  /**
   * Protects markets whose index or mark price is not reliable, and deletes reopened markets from the table. A failure
   * for one market does not affect the others.
   */
  async #keepTable(states: readonly IndexState[], nowMs: number, markets: Set<MarketId>): Promise<void> {
    const failures: unknown[] = [];
    for (const { market, ticks, confirmedAtMs } of states) {
      try {
        const isUnsafe =
          ticks === undefined
            ? !this.#confirmed.has(market) || nowMs - confirmedAtMs >= PROTECT_AFTER_MS
            : !this.#hasCaughtUp(market, ticks);
        if (isUnsafe) await this.#protect(market, markets);
        const isStopped = this.#parts.core().perpetual(market)?.status === 'cancel_only';
        if (ticks !== undefined && markets.has(market) && !isStopped) await this.#forget(market, markets);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  /**
   * Moves the mark price of a market that may be protected. The market opens when the mark price reaches the index. If
   * it opened earlier, a trade at a wrong mark price could cost the insurance fund money; if it opened later, stop
   * orders that liquidations trigger would be refused.
   */
  async #recover(market: MarketId, index: number, seconds: number, markets: ReadonlySet<MarketId>): Promise<void> {
    const view = this.#parts.core().perpetual(market);
    if (view === undefined) return;
    const isReached = nextMarkTicks(view.markTicks, index, seconds) === markTicksAt(index);
    const opening = isReached ? this.#reopen(market, markets) : undefined;
    await Promise.all([opening, this.#setMark(market, index, seconds)]);
  }

  /**
   * Whether this feed has seen the mark price at the index. Until then, the mark price may be far from the index, since
   * nothing moved it during an outage.
   */
  #hasCaughtUp(market: MarketId, index: number): boolean {
    if (this.#parts.core().perpetual(market)?.markTicks === markTicksAt(index)) this.#caughtUp.add(market);
    return this.#caughtUp.has(market);
  }

  /**
   * Whether the market accepts only cancellations and may have been protected, by this feed or by a previous leader's.
   * Before the table is loaded, this is true of every such market.
   */
  #mayBeProtected(market: MarketId): boolean {
    const isStopped = this.#parts.core().perpetual(market)?.status === 'cancel_only';
    return isStopped && (this.#protected === undefined || this.#protected.has(market));
  }

  /**
   * The index that a market would have now with this choice of sources, in its ticks; undefined if too few sources
   * confirm an index. The choices must have been loaded.
   */
  indexFor(market: IndexedMarket, choice: SourceChoice | undefined = this.#choiceOf(market)): number | undefined {
    return indexTicks(this.#quotes(market, choice), this.#parts.clock(), this.#neededFor(choice));
  }

  /** The quote of each chosen source for a market that need not be listed, and what the source says of the pair. */
  probe(market: IndexedMarket, choice: SourceChoice) {
    return [...choice].map(([id, pair]) => {
      const source = this.#sources.find((one) => idOf(one) === id);
      return { id, pair, state: source?.pairState?.(pair) ?? 'live', quote: source?.quote(market, pair) };
    });
  }

  /**
   * Moves the mark price to the confirmed index and returns it. Undefined, and nothing is moved, if no index is confirmed
   * or the mark price is more than one step away from it, for example in the first moments after an outage.
   */
  async markAtIndex(market: MarketId): Promise<PriceTicks | undefined> {
    const { core, perpetuals, submit } = this.#parts;
    await this.#parts.choices?.load();
    const perpetual = perpetuals().find((one) => one.market === market);
    const index = perpetual && this.indexFor(perpetual);
    const before = core().perpetual(market)?.markTicks;
    if (index === undefined || before === undefined) return undefined;
    const markTicks = priceTicks(markTicksAt(index));
    if (nextMarkTicks(before, index, 1) !== markTicks) return undefined;
    if (before !== markTicks) await submit({ kind: 'SetMarkPrice', market, markTicks });
    // The core does not set a price that is too high to calculate with.
    return core().perpetual(market)?.markTicks === markTicks ? markTicks : undefined;
  }

  #choiceOf(market: IndexedMarket): SourceChoice | undefined {
    return this.#parts.choices?.of(market);
  }

  /** A chosen source counts even if the settings no longer name it: its market needs as many sources as before. */
  #neededFor(choice: SourceChoice | undefined): number {
    return neededOf(choice?.size ?? this.choosable.length);
  }

  #used(market: IndexedMarket, choice = this.#choiceOf(market)): Pick<IndexState, 'needed' | 'names'> {
    const known = new Set(this.#sources.map(idOf));
    const missing = [...(choice?.keys() ?? [])].filter((id) => !known.has(id));
    const names = this.#sourcesOf(choice).map(({ name }) => name);
    return { needed: this.#neededFor(choice), names: [...names, ...missing] };
  }

  #sourcesOf(choice: SourceChoice | undefined): readonly IndexSource[] {
    return this.#sources.filter((one) => one.isCompared || choice === undefined || choice.has(idOf(one)));
  }

  #quotes(market: IndexedMarket, choice: SourceChoice | undefined): IndexState['sources'] {
    return this.#sourcesOf(choice).flatMap((source) => {
      const quote = source.quote(market, choice?.get(idOf(source)));
      if (quote === undefined) return [];
      const { ticks, atMs } = quote;
      return [{ name: source.name, ticks, atMs: atMs as TimeMs, isCompared: source.isCompared }];
    });
  }

  #look(perpetual: IndexedPerpetual, nowMs: number): IndexState {
    const { market } = perpetual;
    const choice = this.#choiceOf(perpetual);
    const sources = this.#quotes(perpetual, choice);
    const ticks = indexTicks(sources, nowMs, this.#neededFor(choice));
    const before = this.#states.get(market)?.confirmedAtMs ?? (nowMs as TimeMs);
    const confirmedAtMs = ticks === undefined ? before : (nowMs as TimeMs);
    const state = { market, ticks, confirmedAtMs, sources, ...this.#used(perpetual, choice) };
    this.#states.set(market, state);
    if (ticks !== undefined) this.#confirmed.add(market);
    return state;
  }

  async #setMark(market: MarketId, index: number, seconds: number): Promise<void> {
    const current = this.#parts.core().perpetual(market)?.markTicks;
    if (current === undefined) return;
    const markTicks: PriceTicks = priceTicks(nextMarkTicks(current, index, seconds));
    if (markTicks !== current) await this.#parts.submit({ kind: 'SetMarkPrice', market, markTicks });
  }

  /**
   * Stops the market only if it is open: an operator's stop is left as it is. An open market that is stored as
   * protected is stopped again: the command that stopped it failed, or the market was opened since.
   */
  #protect(market: MarketId, markets: Set<MarketId>): Promise<void> {
    return this.#changing.runExclusive(String(market), async () => {
      if (this.#parts.core().perpetual(market)?.status !== 'open') return;
      await this.#remember(market, markets);
      // The core may have halted the market in the meantime.
      if (this.#parts.core().perpetual(market)?.status !== 'open') return;
      await this.#parts.submit({ kind: 'SetMarketStatus', market, status: 'cancel_only' });
    });
  }

  #reopen(market: MarketId, markets: ReadonlySet<MarketId>): Promise<void> {
    return this.#changing.runExclusive(String(market), async () => {
      if (markets.has(market) && this.#parts.core().perpetual(market)?.status === 'cancel_only')
        await this.#parts.submit({ kind: 'SetMarketStatus', market, status: 'open' });
    });
  }

  async #remember(market: MarketId, markets: Set<MarketId>): Promise<void> {
    if (markets.has(market)) return;
    await this.#parts.protection.add(market);
    markets.add(market);
  }

  async #forget(market: MarketId, markets: Set<MarketId>): Promise<void> {
    await this.#parts.protection.remove(market);
    markets.delete(market);
  }
}
