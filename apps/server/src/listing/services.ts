import type { Endpoint } from '@vitrine/contract';
import type { Services as Below } from '../futures/services.ts';
import type * as kernel from '../http/handler.ts';
import type { CoinIcons } from './coin-icons.ts';

/** What this module provides to its own handlers. */
export interface Services extends Below {
  readonly coinIcons: CoinIcons;
}

export type Call<E extends Endpoint> = kernel.Call<E, Services>;
export type Handler<E extends Endpoint> = kernel.Handler<E, Services>;
