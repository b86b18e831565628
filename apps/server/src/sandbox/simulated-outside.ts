import type { OutsideMarket, OutsideTrade, OutsideView } from '../providers/outside-market/outside-market.ts';

const TRADES = 30;
const TRADE_EVERY_MS = 1_700;
const LEVELS = 5;
/** The simulated book's spread and the day's price range, as fractions of the price. */
const [SPREAD, RANGE] = [0.0001, 0.02];
const DIGITS = 6;

/** Imitates another exchange, with prices near the simulated ones, so that pages have something to show. */
export class SimulatedOutside implements OutsideMarket {
  readonly name = 'simulated exchange';
  readonly #priceOf: (coin: string) => number | undefined;
  readonly #now: () => number;

  /** `priceOf` returns a coin's price in USDT; undefined if the coin is not simulated. */
  constructor(priceOf: (coin: string) => number | undefined, now: () => number) {
    this.#priceOf = priceOf;
    this.#now = now;
  }

  async view(coin: string): Promise<OutsideView | undefined> {
    const price = this.#priceOf(coin);
    if (price === undefined) return undefined;
    const atMs = this.#now();
    const text = (factor: number) => (price * factor).toPrecision(DIGITS).replace(/e.*$/, '');
    const size = (i: number) => (1_000 / price / (1 + (i % 5))).toPrecision(3).replace(/e.*$/, '');
    const level = (i: number, side: 1 | -1) => [text(1 + side * SPREAD * (i + 1)), size(i)] as const;
    const levels = Array.from({ length: LEVELS }, (_, i) => i);
    const newest = Math.floor(atMs / TRADE_EVERY_MS);
    const trade = (i: number): OutsideTrade => ({
      id: String(newest - i),
      side: (newest - i) % 3 === 0 ? 'sell' : 'buy',
      price: text(1 + SPREAD * (((newest - i) % 7) - 3)),
      size: size(newest - i),
      atMs: (newest - i) * TRADE_EVERY_MS,
    });
    return {
      ticker: {
        instrument: `${coin}-USD-SWAP`,
        last: text(1),
        open24h: text(1 - RANGE / 4),
        high24h: text(1 + RANGE / 2),
        low24h: text(1 - RANGE / 2),
        volume24h: '1250000',
        coinVolume24h: (125_000_000 / price).toFixed(2),
        atMs,
      },
      trades: Array.from({ length: TRADES }, (_, i) => trade(i)),
      book: { bids: levels.map((i) => level(i, -1)), asks: levels.map((i) => level(i, 1)), atMs },
    };
  }
}
