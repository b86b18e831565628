import type { Command, Core, MarketId } from '@vitrine/core';
import { type PriceTicks, priceTicks, type TimeMs } from '@vitrine/money';
import { KeyedMutex } from '../../kit/keyed-mutex.ts';
import {
  areAnyFresh,
  type ConfirmedIndex,
  confirmedIndex,
  markTicksAt,
  nearerTicks,
  neededOf,
  nextMarkTicks,
  quoteStates,
} from './index-price.ts';
import {
  type IndexedMarket,
  type IndexedPerpetual,
  type IndexQuote,
  type IndexSource,
  idOf,
  type SourceChoice,
} from './index-source.ts';
import type { IndexSources } from './index-sources.ts';
import { ProtectedMarkets, type Protection } from './protected-markets.ts';

export type { IndexedPerpetual } from './index-source.ts';

/**
 * If a market's mark price has not been at a confirmed index for this long, the market is protected: it accepts only
 * cancellations.
 */
const PROTECT_AFTER_MS = 30_000;
/**
 * While the index is unconfirmed, this shorter time replaces PROTECT_AFTER_MS, because traders who know the price
 * elsewhere could exploit the outdated mark price. It is counted from the time of the quotes that confirmed the index:
 * if no new quotes arrive, the market is protected as soon as the last ones are stale.
 */
const PROTECT_UNCONFIRMED_AFTER_MS = 3_000;
/** How long a cycle waits until the choices of sources are loaded. */
const LOAD_WITHIN_MS = 1_000;
/**
 * A protected market opens only after the index has been confirmed in this many consecutive cycles, of a second each:
 * sources that usually differ may agree for a moment.
 */
const REOPEN_AFTER_CYCLES = 5;
/**
 * If an index is confirmed again after it was unconfirmed for at least `PROTECT_AFTER_MS`, or for the first time in a
 * new feed, and differs from the mark price by more than this fraction, it may be the price of another coin or in
 * another unit: an operator must check it first.
 */
const MOST_RETURN = 0.25;
/** Clients may take margin out of a position while the mark price is within this fraction of the index. */
const NEAR = 0.01;

export interface IndexFeedParts {
  readonly core: () => Pick<Core, 'perpetual'>;
  readonly perpetuals: () => readonly IndexedPerpetual[];
  readonly clock: () => number;
  /** A monotonic clock, which may stop while the machine sleeps; by default that of the process. */
  readonly steady?: () => number;
  readonly submit: (command: Command) => Promise<unknown>;
  /**
   * Called once when a market is held for an operator, because its index, once confirmed again, is too far from its
   * mark price.
   */
  readonly held?: (market: MarketId, markTicks: number, indexTicks: number) => void;
  readonly protection: Protection;
  /** Which sources each market uses; without it, every market uses all of them. */
  readonly choices?: Pick<IndexSources, 'load' | 'of'>;
}

/** The feed's last known data of a market. */
export interface IndexState {
  readonly market: MarketId;
  /** May be fractional; undefined while the index is unconfirmed. */
  readonly ticks: number | undefined;
  /** The time of the oldest quote that the last confirmation needed. */
  readonly confirmedAtMs: TimeMs;
  /** How many sources have to confirm the index. */
  readonly needed: number;
  /** All sources of the market, including those that have no price. */
  readonly names: readonly string[];
  readonly sources: readonly (IndexQuote & { readonly name: string; readonly atMs: TimeMs })[];
}

/** A moment on both clocks. The time since then is the longer of the two durations, because a clock may stop. */
interface Moment {
  readonly steadyMs: number;
  readonly wallMs: number;
}

/** What the feed has observed of a market since it started. */
interface Track {
  /**
   * The confirmation time of the newest index that the mark price has reached. While this is undefined, the mark price
   * may be of any age.
   */
  atIndex?: Moment;
  /** When the index was last confirmed. */
  confirmed?: Moment;
  /**
   * The number of consecutive cycles up to now in which the index was confirmed. For a market that is open when the
   * feed starts, the count begins so high that the first confirmation is enough to open the market again, unless prices
   * that do not confirm an index arrive before it.
   */
  confirmedCycles: number;
  /**
   * Whether the market is held for an operator, because its index, once confirmed again, was too far from its mark
   * price.
   */
  isHeld?: boolean;
  /** When the feed last moved the mark price, or could have moved it. */
  moved?: Moment;
}

/**
 * Sets the mark prices of perpetual markets: they follow the median of the sources, in steps of limited size. A market
 * whose mark price differs from the confirmed index, or whose index is unconfirmed, is protected: immediately if one
 * step does not reach the index, otherwise after a while. The protection ends when the mark price reaches a confirmed
 * index.
 */
export class IndexFeed {
  readonly #parts: IndexFeedParts;
  readonly #sources: IndexSource[] = [];
  readonly #states = new Map<MarketId, IndexState>();
  /**
   * Commands that change a market's status run one at a time, because which command is needed depends on the current
   * status.
   */
  readonly #changing = new KeyedMutex();
  readonly #tracks = new Map<MarketId, Track>();
  readonly #protected: ProtectedMarkets;
  /** Whether the choices of sources are loaded. Until they are, no index is confirmed. */
  #areChoicesLoaded = false;
  /** When the first cycle began. */
  #begun: Moment | undefined;

  constructor(parts: IndexFeedParts) {
    this.#parts = parts;
    this.#protected = new ProtectedMarkets(parts.protection);
  }

  /** Adds a source. Without any, the feed sets no prices and protects no market. */
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
   * The last known data of a market. Undefined until the feed has run with a source and this market; always undefined
   * on a server that is not the leader.
   */
  stateOf(market: MarketId): IndexState | undefined {
    return this.#states.get(market);
  }

  /** The last known data of all markets for which `stateOf` is defined. */
  states(): readonly IndexState[] {
    const listed = new Set(this.#parts.perpetuals().map(({ market }) => market));
    return [...this.#states.values()].filter(({ market }) => listed.has(market));
  }

  /** The state of a market before the feed has read its sources. */
  unread(market: IndexedPerpetual): IndexState {
    return { market: market.market, ticks: undefined, confirmedAtMs: 0 as TimeMs, sources: [], ...this.#used(market) };
  }

  /** How many sources are used for the index of a market now; undefined if `stateOf` is undefined. */
  usedSources(market: MarketId): number | undefined {
    const known = this.#states.get(market)?.sources;
    return known && quoteStates(known, this.#parts.clock()).filter((state) => state === 'used').length;
  }

  isProtected(market: MarketId): boolean {
    return this.#protected.has(market);
  }

  /**
   * Stops the market for an operator by calling `submit`, which does not wait for the database. The feed then leaves
   * the status of the market unchanged until an operator opens it. If the market is cancel-only, resolves only once it
   * is certain that the feed of a later leader does not open it either.
   */
  async stop(market: MarketId, submit: () => Promise<void>): Promise<void> {
    await this.#changing.runExclusive(String(market), async () => {
      this.#protected.delete(market);
      await submit();
    });
    const removed = this.#protected.remove(market);
    // The feed opens no halted market, even if the market's row still exists, so this need not wait until the row is
    // deleted. If the deletion fails, `writeProtected` retries it.
    if (this.#parts.core().perpetual(market)?.status === 'halted') removed.catch(() => undefined);
    else await removed;
  }

  /**
   * Opens a market for an operator. The market must already be cancel-only; the feed opens it like a protected market,
   * when its mark price reaches the index.
   */
  open(market: MarketId): Promise<void> {
    return this.#protected.store(market);
  }

  /** Writes which markets are protected. This may wait for the database; `run` never waits for this write. */
  writeProtected(): Promise<void> {
    return this.#protected.write();
  }

  /** Updates all markets. A failure for one market does not affect the others. */
  async run(): Promise<void> {
    if (this.#sources.length === 0) return;
    this.#begun ??= this.#now();
    const failure = await this.#loadChoices();
    // A new leader has this long to load the choices before anything else happens. After that, the index of every
    // market is unconfirmed until the choices are loaded.
    if (failure !== undefined && this.#elapsedMs(this.#begun) < PROTECT_UNCONFIRMED_AFTER_MS) throw failure;
    const results = await Promise.allSettled(this.#parts.perpetuals().map((perpetual) => this.#follow(perpetual)));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    if (failure !== undefined) throw failure;
  }

  /**
   * Loads the choices of sources, unless they are loaded already. If that fails or takes too long, for example because
   * the database does not respond, returns the reason, and the next call tries again.
   */
  async #loadChoices(): Promise<Error | undefined> {
    const { choices } = this.#parts;
    if (choices === undefined || this.#areChoicesLoaded) return undefined;
    const late = Promise.withResolvers<Error>();
    const timer = setTimeout(
      () => late.resolve(new Error(`the choice of index sources could not be loaded within ${LOAD_WITHIN_MS} ms`)),
      LOAD_WITHIN_MS,
    );
    const loaded = choices.load().then(
      () => undefined,
      (error: Error) => error,
    );
    const failure = await Promise.race([loaded, late.promise]);
    clearTimeout(timer);
    this.#areChoicesLoaded = failure === undefined;
    return failure;
  }

  async #follow(perpetual: IndexedPerpetual): Promise<void> {
    const { market } = perpetual;
    const { index, sources, needed } = this.#look(perpetual, this.#parts.clock());
    const ticks = index?.ticks;
    // The market may still be marked as protected, if its row could not be deleted when it was halted.
    if (this.#parts.core().perpetual(market)?.status === 'halted') this.#protected.delete(market);
    const track = this.#trackOf(market);
    const seconds = track.moved === undefined ? 1 : this.#elapsedMs(track.moved) / 1_000;
    track.moved = this.#now();
    if (ticks !== undefined) track.confirmedCycles += 1;
    else if (track.confirmed !== undefined || areAnyFresh(sources, this.#parts.clock())) track.confirmedCycles = 0;
    if (ticks !== undefined) this.#checkReturn(market, ticks);
    if (track.isHeld) await this.#protect(market);
    else if (index !== undefined && ticks !== undefined) {
      if (!this.#mayBeProtected(market)) await this.#move(market, ticks, seconds);
      // Until the rows are read, it is unknown whether the market is protected or was stopped by an operator.
      else if (this.#protected.has(market)) await this.#recover(market, ticks, seconds);
      this.#noteMark(market, index);
    } else {
      const mark = this.#parts.core().perpetual(market)?.markTicks;
      const nearer = mark === undefined ? undefined : nearerTicks(sources, this.#parts.clock(), needed, mark);
      const isHeldBack = this.#mayBeProtected(market) && !this.#protected.has(market);
      if (nearer !== undefined && !isHeldBack) await this.#move(market, nearer, seconds);
    }
    const patienceMs = ticks === undefined ? PROTECT_UNCONFIRMED_AFTER_MS : PROTECT_AFTER_MS;
    const isOld = track.atIndex === undefined || this.#elapsedMs(track.atIndex) >= patienceMs;
    if (isOld) await this.#protect(market);
  }

  /** Whether the market is held until an operator stops it, or until its index is near its mark price again. */
  isHeld(market: MarketId): boolean {
    return this.#tracks.get(market)?.isHeld ?? false;
  }

  /** The states of all markets; the index of a market held for an operator is not reported as confirmed. */
  confirmedStates(): readonly IndexState[] {
    return this.states().map((state) => (this.isHeld(state.market) ? { ...state, ticks: undefined } : state));
  }

  #checkReturn(market: MarketId, index: number): void {
    const track = this.#trackOf(market);
    const view = this.#parts.core().perpetual(market);
    const hasReturned = track.confirmed === undefined || this.#elapsedMs(track.confirmed) >= PROTECT_AFTER_MS;
    track.confirmed = this.#now();
    const mark = view?.markTicks ?? index;
    const isOperators = view?.status !== 'open' && !this.#mayBeProtected(market);
    if (isOperators || Math.abs(index / mark - 1) <= MOST_RETURN) track.isHeld = false;
    else if (hasReturned && !track.isHeld) {
      track.isHeld = true;
      this.#parts.held?.(market, mark, index);
    }
  }

  /**
   * Moves the mark price of a market that is not recovering. If one step does not reach `price`, protects the market
   * first.
   */
  async #move(market: MarketId, price: number, seconds: number): Promise<void> {
    const mark = this.#parts.core().perpetual(market)?.markTicks;
    if (mark === undefined) return;
    const isReached = nextMarkTicks(mark, price, seconds) === markTicksAt(price);
    // The commands are submitted without waiting in between, and the log has them in this order.
    await Promise.all([isReached ? undefined : this.#protect(market), this.#setMark(market, price, seconds)]);
  }

  /**
   * Moves the mark price of a protected market. The market opens when the mark price has reached the index, and the
   * index has been confirmed for REOPEN_AFTER_CYCLES. If it opened earlier, a trade at a wrong mark price could cost
   * the insurance fund money, and the wrong mark price could trigger orders ([X7]).
   */
  async #recover(market: MarketId, index: number, seconds: number): Promise<void> {
    await this.#setMark(market, index, seconds);
    // The core may have refused the mark price.
    const isReached = this.#parts.core().perpetual(market)?.markTicks === markTicksAt(index);
    if (isReached && this.#trackOf(market).confirmedCycles >= REOPEN_AFTER_CYCLES) await this.#reopen(market);
  }

  /** If the mark price is at the index, records when. Unless the market is cancel-only, it is then no longer protected. */
  #noteMark(market: MarketId, index: ConfirmedIndex): void {
    const view = this.#parts.core().perpetual(market);
    if (view?.markTicks !== markTicksAt(index.ticks)) return;
    const track = this.#trackOf(market);
    const confirmed = this.#ago(this.#parts.clock() - index.atMs);
    // If the newest quote has disappeared, the index may now be confirmed by quotes older than those of the last
    // confirmation.
    const isNewer = track.atIndex === undefined || this.#elapsedMs(confirmed) < this.#elapsedMs(track.atIndex);
    if (isNewer) track.atIndex = confirmed;
    if (view.status !== 'cancel_only') this.#protected.delete(market);
  }

  /**
   * Whether the market accepts only cancellations and may have been protected, by this feed or by that of a previous
   * leader. Before the table of protected markets is loaded, this is true of every cancel-only market.
   */
  #mayBeProtected(market: MarketId): boolean {
    const isStopped = this.#parts.core().perpetual(market)?.status === 'cancel_only';
    return isStopped && (!this.#protected.isLoaded || this.#protected.has(market));
  }

  #trackOf(market: MarketId): Track {
    const known = this.#tracks.get(market);
    if (known !== undefined) return known;
    const isOpen = this.#parts.core().perpetual(market)?.status === 'open';
    const track: Track = { confirmedCycles: isOpen ? REOPEN_AFTER_CYCLES - 1 : 0 };
    this.#tracks.set(market, track);
    return track;
  }

  #now(): Moment {
    return { steadyMs: (this.#parts.steady ?? steadyNow)(), wallMs: this.#parts.clock() };
  }

  #ago(ms: number): Moment {
    const { steadyMs, wallMs } = this.#now();
    return { steadyMs: steadyMs - ms, wallMs: wallMs - ms };
  }

  #elapsedMs(since: Moment): number {
    const { steadyMs, wallMs } = this.#now();
    return Math.max(steadyMs - since.steadyMs, wallMs - since.wallMs);
  }

  /**
   * Whether an index is confirmed now, by quotes that are newer than PROTECT_UNCONFIRMED_AFTER_MS, and the mark price is
   * near it, so that an amount may be calculated from the mark price. Always true without a source, because then only
   * operators set the mark price.
   */
  isMarkReliable(market: MarketId): boolean {
    if (this.#sources.length === 0) return true;
    const perpetual = this.#parts.perpetuals().find((one) => one.market === market);
    const index = perpetual && this.#confirmedFor(perpetual, this.#choiceOf(perpetual));
    const mark = this.#parts.core().perpetual(market)?.markTicks;
    if (index === undefined || mark === undefined) return false;
    const isCurrent = this.#parts.clock() - index.atMs < PROTECT_UNCONFIRMED_AFTER_MS;
    return isCurrent && Math.abs(mark - index.ticks) <= Math.max(1, index.ticks * NEAR);
  }

  /**
   * The index that a market would have now with this choice of sources, in its ticks; undefined if too few sources
   * confirm an index. The choices must have been loaded.
   */
  indexFor(market: IndexedMarket, choice: SourceChoice | undefined = this.#choiceOf(market)): number | undefined {
    return this.#confirmedFor(market, choice)?.ticks;
  }

  #confirmedFor(market: IndexedMarket, choice: SourceChoice | undefined): ConfirmedIndex | undefined {
    return confirmedIndex(this.#quotes(market, choice), this.#parts.clock(), this.#neededFor(choice));
  }

  /**
   * For each chosen source: its quote for the market, and the state of the pair there. The market need not be listed.
   */
  probe(market: IndexedMarket, choice: SourceChoice) {
    return [...choice].map(([id, pair]) => {
      const source = this.#sources.find((one) => idOf(one) === id);
      return { id, pair, state: source?.pairState?.(pair) ?? 'live', quote: source?.quote(market, pair) };
    });
  }

  /**
   * Moves the mark price to the confirmed index and returns the new mark price. Returns undefined and moves nothing if
   * no index is confirmed, if the index is too high for the core, or if the mark price is more than one step away from
   * the index, for example in the first moments after an outage.
   */
  async markAtIndex(market: MarketId): Promise<PriceTicks | undefined> {
    const { core, perpetuals, submit } = this.#parts;
    await this.#parts.choices?.load();
    const perpetual = perpetuals().find((one) => one.market === market);
    const index = perpetual && this.indexFor(perpetual);
    const before = core().perpetual(market)?.markTicks;
    if (index === undefined || before === undefined) return undefined;
    const markTicks = priceTicks(markTicksAt(index));
    const track = this.#trackOf(market);
    // Within a second after the last step, only part of a step is allowed, in proportion to the time.
    const seconds = track.moved === undefined ? 1 : Math.min(1, this.#elapsedMs(track.moved) / 1_000);
    if (nextMarkTicks(before, index, seconds, 0) !== markTicks) return undefined;
    track.moved = this.#now();
    if (before !== markTicks) await submit({ kind: 'SetMarkPrice', market, markTicks });
    // The core does not set a price that is too high to calculate with.
    return core().perpetual(market)?.markTicks === markTicks ? markTicks : undefined;
  }

  #choiceOf(market: IndexedMarket): SourceChoice | undefined {
    return this.#parts.choices?.of(market);
  }

  /**
   * A chosen source is included even if the settings no longer name it, so that the market still needs as many sources
   * as before.
   */
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

  #look(perpetual: IndexedPerpetual, nowMs: number): IndexState & { readonly index: ConfirmedIndex | undefined } {
    const { market } = perpetual;
    const choice = this.#choiceOf(perpetual);
    const sources = this.#quotes(perpetual, choice);
    const index = confirmedIndex(sources, nowMs, this.#neededFor(choice));
    const confirmedAtMs = (index?.atMs ?? this.#states.get(market)?.confirmedAtMs ?? nowMs) as TimeMs;
    const state = { market, ticks: index?.ticks, confirmedAtMs, sources, ...this.#used(perpetual, choice) };
    this.#states.set(market, state);
    return { ...state, index };
  }

  async #setMark(market: MarketId, index: number, seconds: number): Promise<void> {
    const current = this.#parts.core().perpetual(market)?.markTicks;
    if (current === undefined) return;
    const markTicks: PriceTicks = priceTicks(nextMarkTicks(current, index, seconds));
    if (markTicks !== current) await this.#parts.submit({ kind: 'SetMarkPrice', market, markTicks });
  }

  /**
   * Stops the market only if it is open: a stop by an operator, or a halt by the core, is left as it is. An open market
   * that is already protected is stopped again: either the command to stop it failed, or the market was opened since
   * then.
   */
  #protect(market: MarketId): Promise<void> {
    return this.#changing.runExclusive(String(market), async () => {
      if (this.#parts.core().perpetual(market)?.status !== 'open') return;
      this.#protected.add(market);
      await this.#parts.submit({ kind: 'SetMarketStatus', market, status: 'cancel_only', expected: 'open' });
    });
  }

  #reopen(market: MarketId): Promise<void> {
    return this.#changing.runExclusive(String(market), async () => {
      if (this.#protected.has(market) && this.#parts.core().perpetual(market)?.status === 'cancel_only')
        await this.#parts.submit({ kind: 'SetMarketStatus', market, status: 'open', expected: 'cancel_only' });
    });
  }
}

const steadyNow = (): number => performance.now();
