import type { EndpointKey, Endpoints } from '@vitrine/contract';
import type { Services as Below } from '../clients/services.ts';
import type * as kernel from '../http/handler.ts';

export type Services = Below;

export type Handler<K extends EndpointKey> = kernel.Handler<Endpoints[K], Services>;
