import type { EndpointKey, Endpoints } from '@vitrine/contract';
import type * as kernel from '../http/handler.ts';
import type { Services as Below } from '../staff/services.ts';
import type { Objections } from './objections.ts';
import type { Restrictions } from './restrictions.ts';

/** What this module provides to its own handlers and to those of the modules above it. */
export interface Services extends Below {
  readonly restrictions: Restrictions;
  readonly objections: Objections;
}

export type Handler<K extends EndpointKey> = kernel.Handler<Endpoints[K], Services>;
