import { type Endpoint, type EndpointKey, type Endpoints, endpoints } from '@vitrine/contract';
import { handlers as api } from '../api/routes.ts';
import { handlers as auth } from '../auth/routes.ts';
import { handlers as clients } from '../clients/routes.ts';
import { handlers as custody } from '../custody/routes.ts';
import { handlers as files } from '../files/routes.ts';
import { handlers as futures } from '../futures/routes.ts';
import type { Handler } from '../http/handler.ts';
import type { Answerers } from '../http/register-endpoints.ts';
import { handlers as kyc } from '../kyc/routes.ts';
import { handlers as listing } from '../listing/routes.ts';
import { handlers as notifications } from '../notifications/routes.ts';
import { handlers as payments } from '../payments/routes.ts';
import { handlers as reports } from '../reports/routes.ts';
import { handlers as restrictions } from '../restrictions/routes.ts';
import { handlers as sandbox } from '../sandbox/routes.ts';
import { audited } from '../staff/audit/audited.ts';
import { handlers as staff } from '../staff/routes.ts';
import { handlers as support } from '../support/routes.ts';
import { handlers as system } from '../system/routes.ts';
import { handlers as trading } from '../trading/routes.ts';
import { handlers as wallet } from '../wallet/routes.ts';
import type { Services } from './services.ts';

type Handlers = { readonly [K in EndpointKey]: Handler<Endpoints[K], Services> };

/** The handler of each endpoint of the contract. If one is missing, this does not compile. */
const handlers: Handlers = {
  ...notifications,
  ...auth,
  ...files,
  ...staff,
  ...restrictions,
  ...kyc,
  ...support,
  ...wallet,
  ...trading,
  ...futures,
  ...listing,
  ...custody,
  ...payments,
  ...clients,
  ...reports,
  ...system,
  ...api,
  ...sandbox,
};

/**
 * The handlers as they are served: those of staff calls are wrapped so that they write to the audit trail. The type of
 * `handlers` ties each handler to its endpoint.
 */
export const servedHandlers = Object.fromEntries(
  (Object.entries(endpoints) as [EndpointKey, Endpoint][]).map(([key, endpoint]) => {
    const handler = handlers[key] as unknown as Handler<Endpoint, Services>;
    return [key, endpoint.access === 'staff' && endpoint.audited !== false ? audited(key, handler) : handler];
  }),
) as unknown as Answerers['handlers'];
