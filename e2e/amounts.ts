const DECIMALS = 18;

/** Converts a decimal string, as on the wire or on a page, to units of 10^-18. */
export function units(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replaceAll(',', '').split('.');
  return BigInt(whole + fraction.padEnd(DECIMALS, '0'));
}

/** An amount in units of 10^-18, as pages display it: grouped digits, no trailing zeros. */
export function written(amount: bigint): string {
  const digits = String(amount).padStart(DECIMALS + 1, '0');
  const whole = digits.slice(0, -DECIMALS).replace(/\B(?=(\d{3})+$)/g, ',');
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
