import type { Endpoint } from '@vitrine/contract';
import type { Services as Below } from '../clients/services.ts';
import type * as kernel from '../http/handler.ts';

export type Services = Below;

export type Call<E extends Endpoint> = kernel.Call<E, Services>;
export type Handler<E extends Endpoint> = kernel.Handler<E, Services>;
