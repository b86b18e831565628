/**
 * Parses a decimal string from the API into a whole number of units of 10^-decimals. The text never has more than
 * `decimals` decimals, because the market allows no more.
 */
export const unitsOf = (text: string, decimals: number): number => {
  const dot = text.indexOf('.');
  if (dot < 0) return Number(text) * 10 ** decimals;
  const fraction = text.slice(dot + 1, dot + 1 + decimals).padEnd(decimals, '0');
  return Number(text.slice(0, dot) + fraction);
};

/** Inverse of unitsOf, with exactly `decimals` decimals. */
export const textOf = (units: number, decimals: number): string => {
  if (decimals === 0) return String(units);
  const digits = String(units).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
};
