import type { SandboxMarket } from './instruments.ts';
import { liveliness, MarketModel } from './market-model.ts';
import type { Tape } from './tape.ts';

/** The longest time by which the model advances in one step, even after a longer stop or a jump of the clock. */
const LONGEST_STEP_SECONDS = 60;

/** A requested move of one price. */
interface Move {
  readonly i: number;
  readonly logPerSecond: number;
  secondsLeft: number;
}

/** The live market's prices: those of a recording until it ends, and simulated ones otherwise. */
export class LivePrices {
  readonly #markets: readonly SandboxMarket[];
  readonly #tape: Tape | undefined;
  readonly #model: MarketModel;
  readonly #ticks: number[];
  readonly #activity: number[];
  /** The factor by which requests have moved each price. */
  readonly #shift: number[];
  #moves: Move[] = [];
  #timeMs: number;

  /**
   * `startTicks` is the current price of each market. The seed and the start time determine how simulated prices move
   * from there.
   */
  constructor(
    markets: readonly SandboxMarket[],
    startTicks: readonly number[],
    seed: number,
    nowMs: number,
    tape?: Tape,
  ) {
    this.#markets = markets;
    this.#tape = tape;
    this.#model = new MarketModel(
      markets.map(({ coin }) => coin),
      (seed ^ Math.floor(nowMs / 1_000)) >>> 0,
    );
    this.#ticks = markets.map((market, i) => tape?.priceTicksAt(market, nowMs) ?? (startTicks[i] as number));
    this.#activity = markets.map(() => 1);
    this.#shift = markets.map(() => 1);
    this.#timeMs = nowMs;
  }

  advanceTo(nowMs: number): void {
    const seconds = Math.min(LONGEST_STEP_SECONDS, (nowMs - this.#timeMs) / 1_000);
    if (seconds <= 0) return;
    this.#timeMs = nowMs;
    this.#advanceMoves(seconds);
    for (const [i, { logReturn, activity }] of this.#model.step(seconds, nowMs).entries()) {
      const market = this.#markets[i] as SandboxMarket;
      this.#ticks[i] =
        this.#tape?.priceTicksAt(market, nowMs) ?? Math.max(1, (this.#ticks[i] as number) * Math.exp(logReturn));
      this.#activity[i] = activity * liveliness(nowMs);
    }
  }

  /** The price of the market at this index, in ticks, which may be fractional. */
  ticks(i: number): number {
    return Math.max(1, (this.#ticks[i] as number) * (this.#shift[i] as number));
  }

  /**
   * Moves the price of the market at this index by a factor, evenly over `seconds`, in addition to its usual movement.
   */
  move(i: number, factor: number, seconds: number): void {
    this.#moves.push({ i, logPerSecond: Math.log(factor) / seconds, secondsLeft: seconds });
  }

  #advanceMoves(seconds: number): void {
    for (const move of this.#moves) {
      const passed = Math.min(seconds, move.secondsLeft);
      this.#shift[move.i] = (this.#shift[move.i] as number) * Math.exp(move.logPerSecond * passed);
      move.secondsLeft -= passed;
    }
    this.#moves = this.#moves.filter(({ secondsLeft }) => secondsLeft > 0);
  }

  /** The activity of the market at this index: about one on average. */
  activity(i: number): number {
    return this.#activity[i] as number;
  }

  /** Mean turnover per second in whole USDT: from the recording, or else the coin's usual turnover. */
  turnoverPerSecond(i: number): number {
    const market = this.#markets[i] as SandboxMarket;
    const lots = this.#tape?.lotsPerSecondAt(market, this.#timeMs);
    if (lots !== undefined) return lots * market.lotSize * this.ticks(i) * market.tickSize;
    return (market.coin.dailyTurnover / 86_400) * this.activity(i);
  }
}
