/**
 * Circulating supply × price in whole USDT, rounded down; empty if the supply is not known. Both are plain decimals,
 * and the product may exceed 2^53.
 */
export function marketCapText(circulatingSupply: string, price: string): string {
  if (circulatingSupply === '') return '';
  const [supply, paid] = [exactly(circulatingSupply), exactly(price)];
  return String((supply.digits * paid.digits) / 10n ** BigInt(supply.scale + paid.scale));
}

function exactly(text: string): { readonly digits: bigint; readonly scale: number } {
  const [whole = '', decimals = ''] = text.split('.');
  return { digits: BigInt(whole + decimals), scale: decimals.length };
}
