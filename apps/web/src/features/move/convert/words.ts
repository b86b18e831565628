import { formatPrice } from '@vitrine/ui';
import Big from 'big.js';
import { pricedOf, priceText } from './summary.ts';

interface Coins {
  readonly from: string;
  readonly to: string;
}
interface Amounts {
  readonly spent: string;
  readonly receives: string;
}

/** A price such as '1 BTC = 64,123.45 USDT', regardless of which of the two coins is spent. */
export const priceSentence = (coins: Coins, { spent, receives }: Amounts): string => {
  const { priced, pricedIn } = pricedOf(coins);
  const [paid, got] = coins.from === priced ? [receives, spent] : [spent, receives];
  return `1 ${priced} = ${formatPrice(priceText(new Big(paid).div(got)))} ${pricedIn}`;
};
