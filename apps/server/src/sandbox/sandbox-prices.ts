/** A running simulated market whose prices can be moved. */
export interface MovablePrices {
  /** Returns false if the simulated market does not trade this coin. */
  move(coin: string, factor: number, seconds: number): boolean;
}

/** Moves the simulated prices while the simulated market is running. */
export class SandboxPrices {
  #running: MovablePrices | undefined;

  set running(prices: MovablePrices | undefined) {
    this.#running = prices;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /**
   * Multiplies a coin's price by `factor`, evenly over `seconds`. Returns false if there is no such coin, or if the
   * market is not running.
   */
  move(coin: string, factor: number, seconds: number): boolean {
    return this.#running?.move(coin, factor, seconds) ?? false;
  }
}
