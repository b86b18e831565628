/** A rate of 100% for 365 days, in parts per million. */
const YEAR_PPM = 365_000_000n;
const PPM_DECIMALS = 4;

/** A plain decimal as an integer number of its smallest unit; digits beyond `decimals` are cut off. */
function scaled(text: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(`${whole || '0'}${fraction.slice(0, decimals).padEnd(decimals, '0')}`);
}

function decimalText(value: bigint, decimals: number): string {
  const digits = String(value).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Interest by the server's formula: floor(amount × rate × days ÷ 365), exact to the coin's last unit. */
export const interestText = (amount: string, aprPercent: string, days: number, decimals: number): string =>
  decimalText((scaled(amount, decimals) * scaled(aprPercent, PPM_DECIMALS) * BigInt(days)) / YEAR_PPM, decimals);

/** The part of an amount that an early unlock pays at once, rounded down. */
export const shareText = (amount: string, percent: string, decimals: number): string =>
  decimalText((scaled(amount, decimals) * scaled(percent, PPM_DECIMALS)) / 1_000_000n, decimals);

export const sumText = (a: string, b: string, decimals: number): string =>
  decimalText(scaled(a, decimals) + scaled(b, decimals), decimals);

export const differenceText = (a: string, b: string, decimals: number): string =>
  decimalText(scaled(a, decimals) - scaled(b, decimals), decimals);

const decimalsIn = (text: string): number => text.split('.')[1]?.length ?? 0;

/** The product of two plain decimals, rounded down to this many decimals. */
export function productText(a: string, b: string, decimals: number): string {
  const [ofA, ofB] = [decimalsIn(a), decimalsIn(b)];
  const exact = scaled(a, ofA) * scaled(b, ofB);
  return decimalText((exact * 10n ** BigInt(decimals)) / 10n ** BigInt(ofA + ofB), decimals);
}

/** The quotient of two plain decimals, rounded down to this many decimals. `b` must not be zero. */
export function quotientText(a: string, b: string, decimals: number): string {
  const [ofA, ofB] = [decimalsIn(a), decimalsIn(b)];
  return decimalText(
    (scaled(a, ofA) * 10n ** BigInt(decimals + ofB)) / (scaled(b, ofB) * 10n ** BigInt(ofA)),
    decimals,
  );
}

/** Whether a > b, for two plain decimals. */
export function isGreater(a: string, b: string): boolean {
  const decimals = Math.max(...[a, b].map((text) => text.split('.')[1]?.length ?? 0));
  return scaled(a, decimals) > scaled(b, decimals);
}
