import Big from 'big.js';
import type { TakerFlow } from './data.ts';

type Size = TakerFlow['sizes'][number];

/** Sums and differences of decimal strings, exact to the last digit. */
export const sumText = (texts: readonly string[]): string =>
  texts.reduce((sum, text) => sum.plus(text), new Big(0)).toFixed();
export const minus = (a: string, b: string): string => new Big(a).minus(b).toFixed();

/** The specification's three order-size groups, each with its minimum order value in USDT. */
const groups = [
  { group: 'large', least: 100_000 },
  { group: 'medium', least: 10_000 },
  { group: 'small', least: 0 },
] as const;
export type Group = (typeof groups)[number]['group'];

export interface Share {
  readonly group: Group;
  readonly side: 'buy' | 'sell';
  readonly value: string;
  /** The share of `value` in everything that takers bought and sold, from 0 to 1. */
  readonly part: number;
}

const groupOf = ({ least }: Size): Group => groups.find((each) => Number(least) >= each.least)?.group ?? 'small';

/** Buys and sells of large, medium and small orders as shares of the total; empty without trades. */
export function sharesOf(sizes: readonly Size[]): readonly Share[] {
  const all = Number(sumText(sizes.flatMap(({ buy, sell }) => [buy, sell])));
  if (all === 0) return [];
  return (['buy', 'sell'] as const).flatMap((side) =>
    groups.map(({ group }) => {
      const value = sumText(sizes.filter((size) => groupOf(size) === group).map((size) => size[side]));
      return { group, side, value, part: Number(value) / all };
    }),
  );
}
