import type { Endpoint } from '@vitrine/contract';
import type { Services as Below } from '../futures/services.ts';
import type * as kernel from '../http/handler.ts';

/** This module provides nothing to the modules above it: it changes the log and the descriptions of coins. */
export type Services = Below;

export type Call<E extends Endpoint> = kernel.Call<E, Services>;
export type Handler<E extends Endpoint> = kernel.Handler<E, Services>;
