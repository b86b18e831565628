import type { AssetUnits, PriceTicks, SizeLots, TimeMs } from '@vitrine/money';
import type { Candle } from './candles.ts';

/**
 * Sums are added up as plain numbers. A sum that reaches this value is moved to a bigint, so that the next trade cannot
 * take the number beyond 2^53.
 */
const SPILL_AT = 2 ** 52;

/** A candle to which trades are added without allocating memory. */
export class GrowingCandle {
  readonly openMs: TimeMs;
  #openTicks: PriceTicks;
  #highTicks: PriceTicks;
  #lowTicks: PriceTicks;
  #closeTicks: PriceTicks;
  #trades = 0;
  #lots = 0;
  #units = 0;
  #spilledLots = 0n;
  #spilledUnits = 0n;

  constructor(openMs: TimeMs, priceTicks: PriceTicks) {
    this.openMs = openMs;
    this.#openTicks = priceTicks;
    this.#highTicks = priceTicks;
    this.#lowTicks = priceTicks;
    this.#closeTicks = priceTicks;
  }

  /** Creates a candle that continues `candle`. */
  static from(candle: Candle): GrowingCandle {
    const growing = new GrowingCandle(candle.openMs, candle.openTicks);
    growing.#highTicks = candle.highTicks;
    growing.#lowTicks = candle.lowTicks;
    growing.#closeTicks = candle.closeTicks;
    growing.#trades = candle.trades;
    growing.#spilledLots = candle.volumeLots;
    growing.#spilledUnits = candle.turnoverUnits;
    return growing;
  }

  add(priceTicks: PriceTicks, sizeLots: SizeLots, notionalUnits: AssetUnits): void {
    if (priceTicks > this.#highTicks) this.#highTicks = priceTicks;
    if (priceTicks < this.#lowTicks) this.#lowTicks = priceTicks;
    this.#closeTicks = priceTicks;
    this.#trades += 1;
    if (this.#lots + sizeLots >= SPILL_AT || this.#units + notionalUnits >= SPILL_AT) this.#spill();
    this.#lots += sizeLots;
    this.#units += notionalUnits;
  }

  #spill(): void {
    this.#spilledLots += BigInt(this.#lots);
    this.#spilledUnits += BigInt(this.#units);
    this.#lots = 0;
    this.#units = 0;
  }

  toCandle(): Candle {
    return {
      openMs: this.openMs,
      openTicks: this.#openTicks,
      highTicks: this.#highTicks,
      lowTicks: this.#lowTicks,
      closeTicks: this.#closeTicks,
      volumeLots: this.#spilledLots + BigInt(this.#lots),
      turnoverUnits: this.#spilledUnits + BigInt(this.#units),
      trades: this.#trades,
    };
  }
}
