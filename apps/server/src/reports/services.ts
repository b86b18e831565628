import type { EndpointKey, Endpoints } from '@vitrine/contract';
import type * as kernel from '../http/handler.ts';
import type { Services as Below } from '../rewards/services.ts';

export type Services = Below;

export type Handler<K extends EndpointKey> = kernel.Handler<Endpoints[K], Services>;
