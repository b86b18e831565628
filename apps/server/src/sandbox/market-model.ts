import type { SandboxCoin } from './instruments.ts';
import { Random } from './random.ts';

const YEAR_SECONDS = 365 * 86_400;
/** The share of a coin's variance that the common factor explains. */
const COMMON_SHARE = 0.55;
/**
 * The probability that a shock is 3.5 times as large: about one in 67. Together with the changing volatility, this
 * makes tails as fat as in real markets.
 */
const JUMP_CHANCE = 0.015;
const JUMP_SIZE = 3.5;
const USUAL_SIZE = Math.sqrt((1 - JUMP_CHANCE * JUMP_SIZE ** 2) / (1 - JUMP_CHANCE));
/** A pegged coin returns to its price within about this time. */
const PEG_SECONDS = 3_600;

/**
 * Volatility relative to its long-run level: the exponential of the sum of two mean-reverting processes, one that
 * changes within hours and one within days (Ornstein-Uhlenbeck processes, discretized exactly for any step). Its square
 * averages one.
 */
class Volatility {
  readonly #random: Random;
  readonly #waves: {
    readonly deviation: number;
    readonly seconds: number;
    level: number;
    kept: number;
    added: number;
  }[];
  #stepSeconds = 0;

  constructor(random: Random) {
    this.#random = random;
    this.#waves = [
      { deviation: 0.4, seconds: 5_400, level: 0.4 * random.normal(), kept: 1, added: 0 },
      { deviation: 0.35, seconds: 5 * 86_400, level: 0.35 * random.normal(), kept: 1, added: 0 },
    ];
  }

  step(seconds: number): number {
    if (seconds !== this.#stepSeconds) this.#prepare(seconds);
    let logLevel = 0;
    for (const wave of this.#waves) {
      wave.level = wave.level * wave.kept + wave.added * this.#random.normal();
      logLevel += wave.level - wave.deviation ** 2;
    }
    return Math.exp(logLevel);
  }

  #prepare(seconds: number): void {
    for (const wave of this.#waves) {
      wave.kept = Math.exp(-seconds / wave.seconds);
      wave.added = wave.deviation * Math.sqrt(1 - wave.kept * wave.kept);
    }
    this.#stepSeconds = seconds;
  }
}

/** A random shock with variance one. */
function shock(random: Random): number {
  return random.normal() * (random.uniform() < JUMP_CHANCE ? JUMP_SIZE : USUAL_SIZE);
}

/** Market activity at a time: higher when Europe and America are awake, lower at weekends; about one on average. */
export function liveliness(timeMs: number): number {
  const hour = (timeMs / 3_600_000) % 24;
  const daily = 1 + 0.35 * Math.cos(((hour - 15) / 24) * 2 * Math.PI) + 0.1 * Math.cos(((hour - 8) / 12) * 2 * Math.PI);
  // Day 0 of Unix time was a Thursday.
  const weekday = Math.floor(timeMs / 86_400_000 + 4) % 7;
  return daily * (weekday === 0 || weekday === 6 ? 0.75 : 1.1);
}

/** The effect of one step on a coin. */
export interface CoinStep {
  /** The change in the logarithm of the coin's price. */
  readonly logReturn: number;
  /** Volatility relative to its long-run level; trading volume follows it. */
  readonly activity: number;
}

class CoinModel {
  readonly #random: Random;
  readonly #volatility: Volatility;
  readonly #common: number;
  readonly #own: number;
  readonly #isPegged: boolean;
  readonly #deviation: number;
  #fromPeg = 0;

  constructor(coin: SandboxCoin, seed: number) {
    this.#random = new Random(seed, coin.code);
    this.#volatility = new Volatility(this.#random);
    this.#deviation = coin.yearlyVolatility / Math.sqrt(YEAR_SECONDS);
    this.#isPegged = coin.beta === 0;
    const share = this.#isPegged ? 0 : Math.min(0.85, COMMON_SHARE * coin.beta ** 0.5);
    this.#common = Math.sqrt(share);
    this.#own = Math.sqrt(1 - share);
  }

  step(seconds: number, liveliness: number, common: number): CoinStep {
    const activity = this.#volatility.step(seconds);
    const size = this.#deviation * Math.sqrt(seconds * liveliness);
    const moved = size * (this.#common * common + this.#own * activity * shock(this.#random));
    if (!this.#isPegged) return { logReturn: moved, activity };
    const before = this.#fromPeg;
    this.#fromPeg = before * Math.exp(-seconds / PEG_SECONDS) + moved;
    return { logReturn: this.#fromPeg - before, activity };
  }
}

/**
 * Simulates prices with a factor that moves all coins, independent noise for each coin, clustered volatility, fat
 * tails, and a daily rhythm. Everything is determined by the seed and the times of the steps.
 */
export class MarketModel {
  readonly #random: Random;
  readonly #volatility: Volatility;
  readonly #coins: readonly CoinModel[];

  constructor(coins: readonly SandboxCoin[], seed: number) {
    this.#random = new Random(seed, 'common factor');
    this.#volatility = new Volatility(this.#random);
    this.#coins = coins.map((coin) => new CoinModel(coin, seed));
  }

  /** Advances the market by `seconds`, up to `timeMs`. Returns one step per coin, in the order of the model's coins. */
  step(seconds: number, timeMs: number): CoinStep[] {
    const lively = liveliness(timeMs);
    const common = this.#volatility.step(seconds) * shock(this.#random);
    return this.#coins.map((coin) => coin.step(seconds, lively, common));
  }
}
