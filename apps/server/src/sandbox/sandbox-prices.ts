/** A running simulated market whose prices can be moved. */
export interface MovablePrices {
  /** False if the market trades no such coin. */
  move(coin: string, factor: number, seconds: number): boolean;
}

/** Moves the simulated prices, once the simulated market runs. */
export class SandboxPrices {
  #running: MovablePrices | undefined;

  set running(prices: MovablePrices | undefined) {
    this.#running = prices;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Multiplies a coin's price by `factor`, evenly over `seconds`. False if there is no such coin. */
  move(coin: string, factor: number, seconds: number): boolean {
    return this.#running?.move(coin, factor, seconds) ?? false;
  }
}
