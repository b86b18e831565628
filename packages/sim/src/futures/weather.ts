import type { Random } from '../world/random.ts';

export interface Quote {
  readonly ticks: number;
  readonly atMs: number;
}

type Mode = 'honest' | 'lying' | 'stale' | 'silent' | 'broken';

interface Source {
  mode: Mode;
  /** The number of moves that remain in this mode. */
  left: number;
  quote: Quote | undefined;
}

/** An honest source reports the true price with at most this error. */
const NOISE_PPM = 2_000;
const BROKEN = [0, -1, Number.NaN, Number.POSITIVE_INFINITY] as const;

/**
 * Simulated true prices that drift, fall and jump by up to 40%, and what the index sources report for the first of
 * them.
 */
export class Weather {
  readonly #random: Random;
  readonly #firstTicks: readonly number[];
  readonly #ticks: number[];
  readonly #sources: readonly Source[];
  /** The number of moves that remain in the current trend (gale), and its direction. */
  #gale = 0;
  #direction = 1;

  /**
   * `firstTicks`: the initial true price of each market. The index sources report only the price of the first market.
   */
  constructor(random: Random, firstTicks: readonly number[]) {
    this.#random = random;
    this.#firstTicks = firstTicks;
    this.#ticks = [...firstTicks];
    const count = random.integer(1, 5);
    this.#sources = Array.from({ length: count }, () => ({ mode: 'honest', left: 10, quote: undefined }));
  }

  truth(index: number): number {
    return this.#ticks[index];
  }

  get quotes(): readonly (Quote | undefined)[] {
    return this.#sources.map(({ quote }) => quote);
  }

  move(nowMs: number): void {
    const random = this.#random;
    if (this.#gale > 0) this.#gale -= 1;
    else if (random.chance(4)) {
      this.#gale = random.integer(3, 15);
      this.#direction = random.chance(50) ? 1 : -1;
    }
    for (const [index, first] of this.#firstTicks.entries()) {
      const moved = Math.round((this.#ticks[index] * (1_000 + this.#permille())) / 1_000);
      // Prices never move so far that positions become too small or too large for the limits of the market.
      this.#ticks[index] = Math.min(first * 6, Math.max(Math.ceil(first / 6), moved));
    }
    this.#changeModes();
    for (const source of this.#sources) source.quote = this.#quoteOf(source, nowMs);
  }

  #permille(): number {
    const random = this.#random;
    if (random.chance(3)) return (random.chance(50) ? 1 : -1) * random.integer(50, 400);
    if (this.#gale > 0) return this.#direction * random.integer(-10, 50);
    return random.integer(-4, 4);
  }

  #changeModes(): void {
    const random = this.#random;
    const isBlackout = random.chance(1);
    for (const source of this.#sources) {
      source.left -= 1;
      if (isBlackout) {
        source.mode = random.pick(['silent', 'stale', 'broken'] as const);
        source.left = random.integer(50, 110);
      } else if (source.left <= 0) {
        source.mode = random.chance(75) ? 'honest' : random.pick(['lying', 'stale', 'silent', 'broken'] as const);
        source.left = random.integer(3, 25);
      }
    }
  }

  #quoteOf({ mode, quote }: Source, nowMs: number): Quote | undefined {
    const random = this.#random;
    const truth = this.#ticks[0];
    switch (mode) {
      case 'honest':
        return { ticks: (truth * (1_000_000 + random.integer(-NOISE_PPM, NOISE_PPM))) / 1_000_000, atMs: nowMs };
      case 'lying':
        return { ticks: (truth * random.integer(20, 300)) / 100, atMs: nowMs };
      case 'stale':
        return quote;
      case 'silent':
        return undefined;
      case 'broken':
        return { ticks: random.pick(BROKEN), atMs: nowMs };
    }
  }
}
