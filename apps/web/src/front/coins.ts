import { paths } from '../lib/paths.ts';
import { isClient, pairs, tickers } from './live.ts';
import { directionOf } from './numbers.ts';
import { useStore } from './store.ts';

export interface Coin {
  readonly name: string;
  readonly fullName: string;
  readonly image: string;
  readonly price: string;
  readonly percent: string;
  /** The class for the change's color; `flat` if there is no change. */
  readonly tone: 'up' | 'down' | 'flat';
  readonly volume: number;
  /** The page of the coin's market: the trade page for clients, the read-only page for visitors. */
  readonly href: string;
}

/** All coins with live prices, ordered by 24-hour volume or by largest price change. */
export function useCoins(order: 'volume' | 'change'): readonly Coin[] {
  const list = useStore(pairs);
  const live = useStore(tickers);
  const market = useStore(isClient) ? paths.spot : paths.price;
  const coins = (list ?? []).map(
    ({ name, full_name, coin_pair_name, image, close, increase_in_value, volume_usdt }) => {
      const ticker = live.get(coin_pair_name);
      const change = ticker?.percent ?? increase_in_value;
      return {
        name,
        fullName: full_name,
        image,
        price: ticker?.close ?? close,
        percent: change,
        tone: directionOf(change),
        // Used only for sorting.
        volume: Number(volume_usdt),
        href: market.replace('$coin', name),
      };
    },
  );
  const weight = ({ volume, percent }: Coin) => (order === 'volume' ? volume : Math.abs(Number(percent)));
  return coins.sort((one, other) => weight(other) - weight(one));
}
