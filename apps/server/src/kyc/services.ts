import type { EndpointKey, Endpoints } from '@vitrine/contract';
import type * as kernel from '../http/handler.ts';
import type { Services as Below } from '../restrictions/services.ts';
import type { Kyc } from './kyc.ts';
import type { KycRetention } from './retention.ts';
import type { KycReviews } from './reviews.ts';

/** What this module provides to its own handlers and to those of the modules above it. */
export interface Services extends Below {
  readonly kyc: Kyc;
  readonly kycReviews: KycReviews;
  readonly kycRetention: KycRetention;
}

export type Handler<K extends EndpointKey> = kernel.Handler<Endpoints[K], Services>;
