import { type Endpoint, type EndpointKey, type Endpoints, endpoints } from '@vitrine/contract';
import type { Handler } from '../http/handler.ts';
import type { Answerers } from '../http/register-endpoints.ts';
import { audited } from '../staff/audit/audited.ts';
import * as routes from './routes.ts';
import type { Services } from './services.ts';

/** One handler for each endpoint of the contract, and no others. */
type Handlers = { readonly [K in EndpointKey]: Handler<Endpoints[K], Services> } & {
  readonly [K in Exclude<keyof typeof routes, EndpointKey>]: never;
};

/** If an endpoint's handler is missing or belongs to another endpoint, this does not compile. */
const handlers: Handlers = routes;

/**
 * The handlers as they are served: those of staff calls are wrapped so that they write to the audit trail. Wrapping
 * loses their exact types, but the type of `handlers` has already tied each handler to its endpoint.
 */
export const servedHandlers = Object.fromEntries(
  (Object.entries(endpoints) as [EndpointKey, Endpoint][]).map(([key, endpoint]) => {
    const handler = handlers[key] as unknown as Handler<Endpoint, Services>;
    return [key, endpoint.access === 'staff' && endpoint.audited !== false ? audited(key, handler) : handler];
  }),
) as unknown as Answerers['handlers'];
