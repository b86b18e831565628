import type { HandlersOf } from '../http/handler.ts';
import { consoleAnswerObjection } from './console/answer-objection.ts';
import { consoleAssignObjection } from './console/assign-objection.ts';
import { consoleEndRestriction } from './console/end-restriction.ts';
import { consoleObjections } from './console/list-objections.ts';
import { consoleRestrictions } from './console/list-restrictions.ts';
import { consoleRenewRestriction } from './console/renew-restriction.ts';
import { consoleSetRestriction } from './console/set-restriction.ts';
import { listRestrictions } from './http/list-restrictions.ts';
import { makeFrozenObjection } from './http/make-frozen-objection.ts';
import { makeObjection } from './http/make-objection.ts';
import type { Services } from './services.ts';

/** Who answers this room’s endpoints. */
export const handlers = {
  restrictions: listRestrictions,
  objections: makeObjection,
  frozenObjection: makeFrozenObjection,
  consoleRestrictions,
  consoleSetRestriction,
  consoleEndRestriction,
  consoleRenewRestriction,
  consoleObjections,
  consoleAssignObjection,
  consoleAnswerObjection,
} satisfies HandlersOf<Services>;
