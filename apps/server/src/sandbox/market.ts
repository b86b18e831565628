import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, type Core, systemOwners } from '@vitrine/core';
import { type PriceTicks, priceTicks } from '@vitrine/money';
import type { Outcome } from '@vitrine/sequencer';
import { type IndexSource, tickSize } from '../futures/index-price/index-source.ts';
import type { Pair } from '../providers/market-feed/market-feed.ts';
import { fundingTransfers } from './house-funds.ts';
import { HouseMaker, type Quoting } from './house-maker.ts';
import { listSandbox, type SandboxListing, type SandboxMarket } from './instruments.ts';
import { LivePrices } from './live-prices.ts';
import { PerpetualPits } from './perpetual-pits.ts';
import { sandboxPerpetuals } from './perpetuals.ts';
import { Random } from './random.ts';
import type { MovablePrices } from './sandbox-prices.ts';
import { Takers } from './takers.ts';
import type { Tape } from './tape.ts';
import { TapeError } from './tape-error.ts';

const BEAT_MS = 250;
const RETRY_MS = 1_000;
const FUNDING_BEATS = 120;
/** The center of the price band is moved when the price is this far (as a fraction) from the center. */
const REFERENCE_LAG = 0.02;

export interface SandboxLog {
  warn(fields: object, message: string): void;
}

export interface SandboxMarketParts {
  readonly submit: (command: Command) => Promise<Outcome>;
  /** The current state; may throw while it may be out of date. */
  readonly core: () => Core;
  /** The exchange's time in milliseconds. */
  readonly now: () => number;
  readonly seed: number;
  readonly tape: Tape | undefined;
  readonly log: SandboxLog;
}

export interface RunningMarket extends MovablePrices {
  /** Provides the prices of the markets' coins for the index of the perpetual markets. */
  readonly indexSource: IndexSource;
  /** The current price of a coin in USDT; undefined if no market trades it. */
  priceOf(coin: string): number | undefined;
  stop(): Promise<void>;
}

/** One market's traders, and how many beats pass between two requotes of its book. */
interface Pit {
  readonly market: SandboxMarket;
  readonly maker: HouseMaker;
  readonly takers: Takers;
  readonly everyBeats: number;
  /** Whether a trader has traded against the book in the last beat. If so, the house requotes the book in this beat. */
  hasTraded: boolean;
}

/**
 * Runs the sandbox's markets: prices move, the house quotes around them, and simulated traders take its quotes. All
 * commands go through `submit`, like those of any client, and the commands of one beat (simulation step) are submitted together, so that
 * they share a batch of the log. The owners are all below FIRST_CLIENT_OWNER, so the projector does not record their
 * orders in the histories. Resolves once every book is quoted and every market has traded. Throws TapeError.
 */
export async function startSandboxMarket(parts: SandboxMarketParts): Promise<RunningMarket> {
  const listing = listSandbox(parts.tape?.precisions);
  checkListing(parts.core(), listing.markets);
  const market = new SandboxTrading(parts, listing);
  await market.beat();
  await market.beat();
  const running = market.run();
  return {
    indexSource: market.indexSource,
    priceOf: (coin) => market.priceOf(coin),
    move: (coin, factor, seconds) => market.move(coin, factor, seconds),
    stop: () => {
      market.stop();
      return running;
    },
  };
}

/**
 * Throws TapeError if a listed market has a different tick or lot than it would get now: neither can change after
 * listing.
 */
function checkListing(core: Core, markets: readonly SandboxMarket[]): void {
  for (const { market, listing, coin } of markets) {
    const listed = core.market(market);
    if (listed?.tickLotUnits !== listing.tickLotUnits || listed.lotUnits !== listing.lotUnits)
      throw new TapeError(
        `The ${coin.code} market in DATA_DIR was listed with a different tick or lot than the current TAPE setting requires: start with the TAPE setting that DATA_DIR was created with, or choose an empty folder with DATA_DIR=<path>.`,
      );
  }
}

/**
 * Makes the simulated traders act, one beat (a step of 250 ms) at a time; `run` repeats `beat` until `stop` is called.
 */
export class SandboxTrading {
  readonly #parts: SandboxMarketParts;
  readonly #pits: readonly Pit[];
  readonly #prices: LivePrices;
  readonly #perpetuals: PerpetualPits;
  #beats = 0;
  #pricedAtMs = 0;
  #isStopped = false;
  /** Whether the makers' records of their quotes may be wrong, as at the start, or after a failed submission. */
  #mustBeginAgain = true;

  constructor(parts: SandboxMarketParts, listing: SandboxListing) {
    const { markets } = listing;
    const { seed, tape, now, core } = parts;
    this.#parts = parts;
    const startTicks = markets.map(
      (market) =>
        core().lastPrice(market.market) ?? tape?.closeTicksBefore(market, now()) ?? market.listing.referenceTicks,
    );
    this.#prices = new LivePrices(markets, startTicks, seed, now(), tape);
    this.#perpetuals = new PerpetualPits(sandboxPerpetuals(listing), this.#prices, seed ^ Math.floor(now() / 1_000));
    this.#pits = markets.map((market, i): Pit => {
      const random = new Random(seed ^ Math.floor(now() / 1_000), `${market.coin.code} traders`);
      const { printsPerSecond } = market.coin;
      return {
        market,
        maker: new HouseMaker(market, this.#prices.ticks(i), random),
        takers: new Takers(market, random),
        // A recording's price jumps between its candles, so its market is requoted in every beat.
        everyBeats: tape?.has(market) ? 1 : printsPerSecond >= 0.8 ? 2 : printsPerSecond >= 0.2 ? 4 : 8,
        hasTraded: false,
      };
    });
  }

  readonly indexSource: IndexSource = {
    id: 'simulated',
    name: 'simulated market',
    pairState: (pair) => (this.#pitOf(pair) < 0 ? 'unknown' : 'live'),
    quote: ({ base, quote, tick }, pair = { base: base.code, quote: quote.code }) => {
      const i = this.#pitOf(pair);
      const pit = this.#pits[i];
      if (pit === undefined) return undefined;
      const scale = pit.market.tickSize / tickSize({ tick });
      return { ticks: this.#prices.ticks(i) * scale, atMs: this.#pricedAtMs };
    },
  };

  priceOf(coin: string): number | undefined {
    const i = this.#pitOf({ base: coin, quote: 'USDT' });
    const pit = this.#pits[i];
    return pit && this.#prices.ticks(i) * pit.market.tickSize;
  }

  #pitOf(pair: Pair): number {
    return this.#pits.findIndex(({ market: { coin } }) => coin.code === pair.base && pair.quote === 'USDT');
  }

  /** Multiplies a coin's price by `factor`, evenly over `seconds`. False if no market trades it. */
  move(coin: string, factor: number, seconds: number): boolean {
    const i = this.#pits.findIndex(({ market }) => market.coin.code === coin);
    if (i >= 0) this.#prices.move(i, factor, seconds);
    return i >= 0;
  }

  stop(): void {
    this.#isStopped = true;
  }

  async run(): Promise<void> {
    let isFailing = false;
    while (!this.#isStopped) {
      await sleep(isFailing ? RETRY_MS : BEAT_MS);
      if (this.#isStopped) return;
      try {
        await this.beat();
        isFailing = false;
      } catch (error) {
        if (!isFailing) this.#parts.log.warn({ err: error }, 'market maker paused: commands not accepted');
        isFailing = true;
        this.#mustBeginAgain = true;
      }
    }
  }

  /**
   * One beat of all traders. The commands that are due are submitted together, and their outcomes are processed before
   * the next beat.
   */
  async beat(): Promise<void> {
    const core = this.#parts.core();
    if (this.#mustBeginAgain) await this.#beginAgain();
    const isFirst = this.#beats === 0;
    this.#pricedAtMs = this.#parts.now();
    this.#prices.advanceTo(this.#pricedAtMs);
    const references: Command[] = [];
    const quotings: Quoting[] = [];
    const others: Command[] = this.#beats % FUNDING_BEATS === 0 ? this.#funding(core) : [];
    for (const [i, pit] of this.#pits.entries()) {
      if (core.market(pit.market.market)?.status !== 'open') continue;
      const mustQuote = pit.maker.quotedTicks === 0 || pit.hasTraded;
      const isDue = mustQuote || this.#beats % pit.everyBeats === i % pit.everyBeats;
      if (isDue) {
        references.push(...this.#reference(core, i, pit));
        if (pit.maker.quotedTicks > 0) others.push(...pit.takers.arbitrage(core, pit.maker.quotedTicks));
        quotings.push(...pit.maker.requote(core, this.#prices.ticks(i)));
      }
      const takes = isFirst ? [] : this.#take(i, pit);
      pit.hasTraded = takes.length > 0;
      others.push(...takes);
    }
    const perpetuals = this.#perpetuals.beat(core, this.#beats, BEAT_MS / 1_000);
    quotings.push(...perpetuals.quotings);
    others.push(...perpetuals.orders);
    this.#beats += 1;
    const { submit } = this.#parts;
    // Prices may have jumped further than the price band allows, so the commands that move the band's center come
    // before the quotes.
    const results = await Promise.allSettled([
      ...references.map((command) => submit(command)),
      ...quotings.map(async ({ command, settled }) => settled(await submit(command))),
      ...others.map((command) => submit(command)),
    ]);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  async #beginAgain(): Promise<void> {
    const owner = systemOwners.house;
    await this.#parts.submit({ kind: 'CancelAllOrders', owner });
    for (const { market } of this.#parts.core().perpetuals())
      await this.#parts.submit({ kind: 'CancelAllOrders', owner, market });
    for (const { maker } of this.#pits) maker.forget();
    this.#perpetuals.forget();
    const core = this.#parts.core();
    for (const command of [...this.#perpetuals.funding(core), ...this.#perpetuals.leverages(core)])
      await this.#parts.submit(command);
    for (const command of this.#pits.flatMap((pit, i) => this.#reference(this.#parts.core(), i, pit)))
      await this.#parts.submit(command);
    this.#mustBeginAgain = false;
  }

  #take(i: number, { takers }: Pit): Command[] {
    const prices = this.#prices;
    return takers.next(BEAT_MS / 1_000, prices.ticks(i), prices.activity(i), prices.turnoverPerSecond(i));
  }

  #reference(core: Core, i: number, { market }: Pit): Command[] {
    const centre = core.market(market.market)?.referenceTicks ?? 0;
    const ticks = this.#prices.ticks(i);
    if (Math.abs(ticks / centre - 1) < REFERENCE_LAG) return [];
    const referenceTicks: PriceTicks = priceTicks(Math.max(1, Math.round(ticks)));
    return [{ kind: 'SetReferencePrice', market: market.market, referenceTicks }];
  }

  #funding(core: Core): Command[] {
    const markets = this.#pits.map(({ market }) => market);
    return [...fundingTransfers(core, markets), ...this.#perpetuals.funding(core)];
  }
}
