/** A small seeded generator (mulberry32). */
export const seeded = (seed: number) => {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
  const below = (bound: number) => next() % bound;
  const one = <T>(list: readonly T[]): T => list[below(list.length)];
  const chance = (percent: number) => below(100) < percent;
  return { below, one, chance };
};

export type Seeded = ReturnType<typeof seeded>;
