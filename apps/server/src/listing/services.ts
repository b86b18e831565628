import type { EndpointKey, Endpoints } from '@vitrine/contract';
import type { Services as Below } from '../futures/services.ts';
import type * as kernel from '../http/handler.ts';
import type { Loop } from '../kit/loop.ts';
import type { CloseOnlyRules } from './close-only-rules.ts';
import type { CoinIcons } from './coin-icons.ts';
import type { DelistingPlans } from './delisting-plans.ts';
import type { Delistings } from './delistings.ts';
import type { ListingDrafts } from './listing-drafts.ts';

/** What this module provides to its own handlers. */
export interface Services extends Below {
  readonly coinIcons: CoinIcons;
  readonly closeOnlyRules: CloseOnlyRules;
  readonly delistings: Delistings;
  readonly delistingPlans: DelistingPlans;
  /** Notifies clients of the price at which a delisting closed their positions. */
  readonly settlementNotices: Loop;
  readonly listingDrafts: ListingDrafts;
  /** Follows the index sources of requests that wait for approval. */
  readonly waitingSources: Loop;
}

export type Call<K extends EndpointKey> = kernel.Call<Endpoints[K], Services>;
export type Handler<K extends EndpointKey> = kernel.Handler<Endpoints[K], Services>;
