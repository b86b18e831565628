import type { EndpointKey, Endpoints } from '@vitrine/contract';
import type { Pool } from 'pg';
import type { Services as Below } from '../earn/services.ts';
import type * as kernel from '../http/handler.ts';
import type { Loop } from '../kit/loop.ts';

export interface AutoInvest {
  readonly pool: Pool;
  /** Executes due runs. */
  readonly running: Loop;
}

/** What this module provides to its own handlers and to those of the modules above it. */
export interface Services extends Below {
  readonly autoInvest: AutoInvest;
}

export type Call<K extends EndpointKey> = kernel.Call<Endpoints[K], Services>;
export type Handler<K extends EndpointKey> = kernel.Handler<Endpoints[K], Services>;
