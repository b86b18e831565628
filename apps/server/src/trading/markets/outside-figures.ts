import type { OutsideMarket } from '../../providers/outside-market/outside-market.ts';

/** An external market whose figures are shown beside ours, if there is one. */
export class OutsideFigures {
  #market: OutsideMarket | undefined;

  constructor(market: OutsideMarket | undefined) {
    this.#market = market;
  }

  get market(): OutsideMarket | undefined {
    return this.#market;
  }

  showFrom(market: OutsideMarket): void {
    this.#market = market;
  }
}
