import type { AssetId } from '@vitrine/core';

/** The confirmed index price of a coin in USDT; undefined if there is none. */
export type IndexPriceOf = (asset: AssetId) => number | undefined;

/** The index prices at which coins are shown. The module of perpetual markets provides them. */
export class DisplayIndex {
  #priceOf: IndexPriceOf = () => undefined;

  readFrom(priceOf: IndexPriceOf): void {
    this.#priceOf = priceOf;
  }

  priceOf(asset: AssetId): number | undefined {
    return this.#priceOf(asset);
  }
}
