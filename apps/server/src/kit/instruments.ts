import type { AssetId, AssetView, Core, MarketId, MarketView } from '@vitrine/core';
import { lotStep, type Step, tickStep } from '@vitrine/money';

/** A market with what turning its numbers into text needs. */
export interface Instrument {
  readonly market: MarketId;
  /** The pair as the wire names it: BTCUSDT. */
  readonly name: string;
  readonly base: AssetView;
  readonly quote: AssetView;
  readonly tick: Step;
  readonly lot: Step;
  /** As of the last change of its rules: what trades move is in the core. */
  readonly rules: MarketView;
}

/** Every market and asset by the names the wire uses. Read from the core once; `forget` after rules or listings change. */
export class Instruments {
  readonly #core: () => Core;
  #byName = new Map<string, Instrument>();
  #byMarket = new Map<MarketId, Instrument>();
  #assetsByCode = new Map<string, AssetView>();
  #assets = new Map<AssetId, AssetView>();
  #isLoaded = false;

  constructor(core: () => Core) {
    this.#core = core;
  }

  /** In the order of listing. */
  all(): IterableIterator<Instrument> {
    this.#load();
    return this.#byMarket.values();
  }

  /** By pair name, in whatever case. */
  byName(name: string): Instrument | undefined {
    this.#load();
    return this.#byName.get(name) ?? this.#byName.get(name.toUpperCase());
  }

  /** The market in which a coin trades for USDT. */
  byCoin(coin: string): Instrument | undefined {
    return this.byName(`${coin}USDT`);
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

  forget(): void {
    this.#isLoaded = false;
  }

  #load(): void {
    if (this.#isLoaded) return;
    const core = this.#core();
    this.#assets = new Map(core.assets().map((view) => [view.asset, view]));
    this.#assetsByCode = new Map([...this.#assets.values()].map((view) => [view.code, view]));
    this.#byMarket = new Map(core.markets().map((rules) => [rules.market, this.#instrument(rules)]));
    this.#byName = new Map([...this.#byMarket.values()].map((instrument) => [instrument.name, instrument]));
    this.#isLoaded = true;
  }

  #instrument(rules: MarketView): Instrument {
    const base = this.#assets.get(rules.base);
    const quote = this.#assets.get(rules.quote);
    if (base === undefined || quote === undefined) throw new Error(`market ${rules.market} trades unknown assets`);
    return {
      market: rules.market,
      name: `${base.code}${quote.code}`,
      base,
      quote,
      tick: tickStep(rules.tickLotUnits, rules.lotUnits, base.scale, quote.scale),
      lot: lotStep(rules.lotUnits, base.scale),
      rules,
    };
  }
}
