import type { EndpointKey, Endpoints } from '@vitrine/contract';
import type * as kernel from '../http/handler.ts';
import type { Services as Below } from '../reports/services.ts';
import type { ClientCount } from './client-count.ts';
import type { Nodes } from './nodes.ts';

/** What this module provides to its own handlers and to those of the modules above it. */
export interface Services extends Below {
  /** The exchange's own nodes that are up. */
  readonly nodes: Pick<Nodes, 'count'>;
  readonly clientCount: Pick<ClientCount, 'read'>;
}

export type Handler<K extends EndpointKey> = kernel.Handler<Endpoints[K], Services>;
