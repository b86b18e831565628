/**
 * Prints a result of a benchmark beside the value `theirs` that it is compared with: that of a reference (`what`), or a
 * limit.
 */
export function printFigure(name: string, value: number, unit: string, what: string, theirs: number): void {
  const ratio = value / theirs;
  console.log(`bench ${name} ${rounded(value)} ${unit} vs ${what} ${rounded(theirs)} ratio ${rounded(ratio)}`);
}

/** The value below which the fraction `share` of the values lies. Sorts them in place. */
export function quantile(values: Float64Array, share: number): number {
  values.sort();
  return values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
}

function rounded(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
