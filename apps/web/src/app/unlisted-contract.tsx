import { contractOf, useDelistedFutures } from '../lib/futures.ts';
import { DelistedPage } from './delisted-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** Shown instead of the page of a perpetual market that is not listed. */
export function UnlistedContract({ coin }: { readonly coin: string }) {
  const name = contractOf(coin);
  return useDelistedFutures().data?.includes(name) ? <DelistedPage name={name} /> : <NotFoundPage />;
}
