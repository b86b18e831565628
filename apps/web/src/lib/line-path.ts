/** A line through values from left to right, as the `d` of an SVG path. */
export const linePath = (values: readonly number[], x: (index: number) => number, y: (value: number) => number) =>
  values.map((value, index) => `${index === 0 ? 'M' : 'L'}${rounded(x(index))},${rounded(y(value))}`).join('');

/** Rounds to a thousandth of a pixel: smaller differences are invisible. */
const rounded = (length: number): number => Math.round(length * 1000) / 1000;
