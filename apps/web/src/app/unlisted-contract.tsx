import { useDelistedFutures } from '../lib/futures.ts';
import { coinsOf } from '../lib/market-names.ts';
import { DelistedPage } from './delisted-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** Shown instead of the page of a perpetual market that is not listed. */
export function UnlistedContract({ coin }: { readonly coin: string }) {
  const name = useDelistedFutures().data?.find((each) => coinsOf(each).base === coin);
  return name === undefined ? <NotFoundPage /> : <DelistedPage name={name} />;
}
