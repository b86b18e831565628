import type { AssetId, AssetView, Core, MarketId, MarketView, PerpetualView } from '@vitrine/core';
import { lotStep, type Step, tickStep } from '@vitrine/money';

/** The coin in which all values are expressed. */
const VALUED_IN = 'USDT';

/** A market, with the steps of its prices and sizes. Only dialects use its names; all other code uses its id. */
export interface Instrument {
  readonly market: MarketId;
  readonly base: AssetView;
  readonly quote: AssetView;
  readonly tick: Step;
  readonly lot: Step;
  /** The market as of the last change to its rules; anything that changes with trades must be read from the core. */
  readonly rules: MarketView;
  /** Whether its orders open and close positions instead of exchanging assets. */
  readonly isPerpetual: boolean;
}

/** A perpetual market, with its rules as of their last change. */
export interface Perpetual extends Instrument {
  readonly rules: PerpetualView;
  readonly isPerpetual: true;
}

export const isPerpetual = (one: Instrument): one is Perpetual => one.isPerpetual;

/** Whether the market was delisted, which is final. */
export const isDelisted = ({ rules }: Instrument): boolean => rules.status === 'delisted';

/** The name of an instrument in each dialect. Only code that translates for a dialect reads it. */
export const nameIn = {
  /** BTCUSDT, and BTC-USDT-PERP for a perpetual market. */
  web: ({ base, quote, isPerpetual }: Instrument): string =>
    isPerpetual ? `${base.code}-${quote.code}-PERP` : `${base.code}${quote.code}`,
} as const;

/** A price between two ticks, with one more decimal than the market's prices. */
export const fractionalPriceText = ({ tick }: Instrument, ticks: number): string =>
  ((ticks * tick.coefficient) / 10 ** tick.scale).toFixed(tick.scale + 1);

type Dialect = keyof typeof nameIn;

/**
 * All markets and assets, by id and by dialect name. They are read from the core once; call `forget` when rules or
 * listings change.
 */
export class Instruments {
  readonly #core: () => Core;
  #byName = new Map<string, Instrument>();
  #byMarket = new Map<MarketId, Instrument>();
  #all: readonly Instrument[] = [];
  #spot: readonly Instrument[] = [];
  #perpetuals: readonly Perpetual[] = [];
  #byCoin = new Map<AssetId, Instrument>();
  #lastByCoin = new Map<AssetId, Instrument>();
  #assetsByCode = new Map<string, AssetView>();
  #assets = new Map<AssetId, AssetView>();
  #isLoaded = false;

  constructor(core: () => Core) {
    this.#core = core;
  }

  /** All markets, delisted ones included: spot markets first, each kind in the order of listing. */
  all(): readonly Instrument[] {
    this.#load();
    return this.#all;
  }

  /** The spot markets that are not delisted, in the order in which they were listed. */
  spot(): readonly Instrument[] {
    this.#load();
    return this.#spot;
  }

  /** The perpetual markets that are not delisted, in the order in which they were listed. */
  perpetuals(): readonly Perpetual[] {
    this.#load();
    return this.#perpetuals;
  }

  /**
   * Finds a market by its name in a dialect, ignoring case; also a delisted market, until another market with the same
   * assets is listed.
   */
  byName(dialect: Dialect, name: string): Instrument | undefined {
    this.#load();
    return this.#byName.get(keyOf(dialect, name));
  }

  /** All markets with the same name as this one: the market itself, and any delisted before it was listed. */
  namesakes({ base, quote, isPerpetual }: Instrument): readonly Instrument[] {
    return this.all().filter(
      (one) => one.base.asset === base.asset && one.quote.asset === quote.asset && one.isPerpetual === isPerpetual,
    );
  }

  /** The listed spot market in which a coin trades for USDT; undefined if there is none. */
  byCoin(coin: AssetId): Instrument | undefined {
    this.#load();
    return this.#byCoin.get(coin);
  }

  /** Like `byCoin`; if the coin's market was delisted and no other was listed since, returns the delisted market. */
  lastByCoin(coin: AssetId): Instrument | undefined {
    this.#load();
    return this.#lastByCoin.get(coin);
  }

  byMarket(market: MarketId): Instrument {
    this.#load();
    const instrument = this.#byMarket.get(market);
    if (instrument === undefined) throw new Error(`market ${market} is not listed`);
    return instrument;
  }

  assets(): IterableIterator<AssetView> {
    this.#load();
    return this.#assets.values();
  }

  asset(asset: AssetId): AssetView {
    this.#load();
    const view = this.#assets.get(asset);
    if (view === undefined) throw new Error(`asset ${asset} is not registered`);
    return view;
  }

  assetByCode(code: string): AssetView | undefined {
    this.#load();
    return this.#assetsByCode.get(code.toUpperCase());
  }

  /** The coin in which all values are expressed; undefined before it is listed. */
  get usdt(): AssetView | undefined {
    return this.assetByCode(VALUED_IN);
  }

  forget(): void {
    this.#isLoaded = false;
  }

  #load(): void {
    if (this.#isLoaded) return;
    const core = this.#core();
    this.#assets = new Map(core.assets().map((view) => [view.asset, view]));
    this.#assetsByCode = new Map([...this.#assets.values()].map((view) => [view.code, view]));
    const spot = core.markets().map((rules) => ({ ...this.#instrument(rules), isPerpetual: false }));
    const perpetuals = core
      .perpetuals()
      .map((rules) => ({ ...this.#instrument(rules), rules, isPerpetual: true as const }));
    this.#spot = spot.filter((one) => !isDelisted(one));
    this.#perpetuals = perpetuals.filter((one) => !isDelisted(one));
    this.#all = [...spot, ...perpetuals];
    const all = this.#all;
    // Of several markets with the same name, the last in this list is found: a listed market rather than a delisted
    // one.
    const named = [...all.filter(isDelisted), ...this.#spot, ...this.#perpetuals];
    this.#byMarket = new Map(all.map((one) => [one.market, one]));
    this.#byCoin = ofCoins(this.#spot);
    this.#lastByCoin = ofCoins(spot);
    this.#byName = new Map(
      dialects.flatMap((dialect) => named.map((one) => [keyOf(dialect, nameIn[dialect](one)), one])),
    );
    this.#isLoaded = true;
  }

  #instrument(rules: MarketView): Omit<Instrument, 'isPerpetual'> {
    const base = this.#assets.get(rules.base);
    const quote = this.#assets.get(rules.quote);
    if (base === undefined || quote === undefined)
      throw new Error(`market ${rules.market} refers to an asset that is not registered`);
    return {
      market: rules.market,
      base,
      quote,
      tick: tickStep(rules.tickLotUnits, rules.lotUnits, base.scale, quote.scale),
      lot: lotStep(rules.lotUnits, base.scale),
      rules,
    };
  }
}

/** By coin, the market in which the coin trades for USDT; if there are several, the last of them in `markets`. */
const ofCoins = (markets: readonly Instrument[]): Map<AssetId, Instrument> =>
  new Map(markets.filter(({ quote }) => quote.code === VALUED_IN).map((one) => [one.base.asset, one]));

const dialects = Object.keys(nameIn) as Dialect[];

const keyOf = (dialect: Dialect, name: string): string => `${dialect} ${name.toUpperCase()}`;
