/** Seeded random numbers (sfc32, C. Doty-Humphrey): the same seed and name give the same sequence on every machine. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;
  #spare: number | undefined;

  /** Different values of `name` give different sequences for the same seed. */
  constructor(seed: number, name: string) {
    // The hash is FNV-1a of the name.
    let hash = 0x811c9dc5;
    for (let i = 0; i < name.length; i += 1) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
    this.#a = seed | 0;
    this.#b = hash | 0;
    this.#c = (seed ^ hash ^ 0x9e3779b9) | 0;
    for (let i = 0; i < 15; i += 1) this.uniform();
  }

  /** A uniform random number in [0, 1). */
  uniform(): number {
    const t = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + t) | 0;
    return (t >>> 0) / 4_294_967_296;
  }

  /** A standard normal random number (Marsaglia's polar method). */
  normal(): number {
    if (this.#spare !== undefined) {
      const spare = this.#spare;
      this.#spare = undefined;
      return spare;
    }
    for (;;) {
      const u = 2 * this.uniform() - 1;
      const v = 2 * this.uniform() - 1;
      const s = u * u + v * v;
      if (s >= 1 || s === 0) continue;
      const factor = Math.sqrt((-2 * Math.log(s)) / s);
      this.#spare = v * factor;
      return u * factor;
    }
  }

  /** An exponential random number with mean 1. */
  exponential(): number {
    return -Math.log(1 - this.uniform());
  }
}
