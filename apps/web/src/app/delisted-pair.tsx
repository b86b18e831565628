import { useEverPairs } from '../lib/market-data.ts';
import { DelistedPage } from './delisted-page.tsx';

/** Shown instead of the page of a spot market that was delisted. */
export function DelistedPair({ coin }: { readonly coin: string }) {
  const pair = useEverPairs().data?.find(({ name }) => name === coin);
  return <DelistedPage name={pair?.coin_pair_name ?? coin} />;
}
