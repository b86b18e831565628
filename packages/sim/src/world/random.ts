/**
 * A stream of numbers from a seed (xoshiro128**, Blackman and Vigna): the same seed gives the same world on any
 * machine.
 */
export class Random {
  readonly #state: Uint32Array;

  constructor(seed: number) {
    // SplitMix32 spreads a small seed over the whole state.
    let mixed = seed >>> 0;
    this.#state = Uint32Array.from({ length: 4 }, () => {
      mixed = (mixed + 0x9e3779b9) >>> 0;
      let word = mixed;
      word = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
      word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
      return (word ^ (word >>> 15)) >>> 0;
    });
  }

  word(): number {
    const state = this.#state;
    const [a, b, c, d] = [state[0] ?? 0, state[1] ?? 0, state[2] ?? 0, state[3] ?? 0];
    const scrambled = Math.imul(b, 5);
    const result = Math.imul((scrambled << 7) | (scrambled >>> 25), 9) >>> 0;
    const third = c ^ a;
    const fourth = d ^ b;
    state[1] = b ^ third;
    state[0] = a ^ fourth;
    state[2] = third ^ (b << 9);
    state[3] = (fourth << 11) | (fourth >>> 21);
    return result;
  }

  /** A whole number from `least` to `most`, both included. */
  integer(least: number, most: number): number {
    return least + (this.word() % (most - least + 1));
  }

  chance(percent: number): boolean {
    return this.word() % 100 < percent;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.word() % items.length];
    if (item === undefined) throw new Error('cannot pick from an empty list');
    return item;
  }
}
