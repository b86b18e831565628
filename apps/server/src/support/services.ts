import type { EndpointKey, Endpoints } from '@vitrine/contract';
import type * as kernel from '../http/handler.ts';
import type { Services as Below } from '../kyc/services.ts';
import type { Support } from './support.ts';

/** What this module provides to its own handlers and to those of the modules above it. */
export interface Services extends Below {
  /** Conversations with clients, and news published for them. */
  readonly support: Support;
}

export type Handler<K extends EndpointKey> = kernel.Handler<Endpoints[K], Services>;
