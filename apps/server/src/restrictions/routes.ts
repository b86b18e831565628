/** The handler of each of this module’s endpoints. */
export { consoleAnswerObjection, consoleAssignObjection, consoleObjections } from './console/objections.ts';
export { consoleRenewRestriction } from './console/renew-restriction.ts';
export { consoleEndRestriction, consoleRestrictions, consoleSetRestriction } from './console/restrictions.ts';
export { listRestrictions as restrictions } from './http/list-restrictions.ts';
export { makeFrozenObjection, makeObjection } from './http/objections.ts';
