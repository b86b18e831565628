import type { HandlersOf } from '../http/handler.ts';
import { consoleAnswerObjection, consoleAssignObjection, consoleObjections } from './console/objections.ts';
import { consoleRenewRestriction } from './console/renew-restriction.ts';
import { consoleEndRestriction, consoleRestrictions, consoleSetRestriction } from './console/restrictions.ts';
import { listRestrictions } from './http/list-restrictions.ts';
import { makeFrozenObjection, makeObjection } from './http/objections.ts';
import type { Services } from './services.ts';

/** The handlers of this module’s endpoints. */
export const handlers = {
  restrictions: listRestrictions,
  makeObjection,
  makeFrozenObjection,
  consoleRestrictions,
  consoleSetRestriction,
  consoleEndRestriction,
  consoleRenewRestriction,
  consoleObjections,
  consoleAssignObjection,
  consoleAnswerObjection,
} satisfies HandlersOf<Services>;
