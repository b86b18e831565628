import type { Endpoint } from '@vitrine/contract';
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

export type Call<E extends Endpoint> = kernel.Call<E, Services>;
export type Handler<E extends Endpoint> = kernel.Handler<E, Services>;
