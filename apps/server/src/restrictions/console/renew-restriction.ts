import type { Renewal } from '../restrictions.ts';
import type { Handler, Services } from '../services.ts';
import { aboutClient } from './restriction-item.ts';

const RENEW_RESTRICTION = 'renew_restriction';

export const consoleRenewRestriction: Handler<'consoleRenewRestriction'> = async (call) => {
  const { services, session, body } = call;
  const { id, days, reason } = body;
  const { uid, kind, endsAtMs, renewals } = await services.restrictions.renewable(id, session);
  const subject = aboutClient({ uid });
  const parameters: Renewal = { id, days, renewals };
  const before = null;
  const after = { restriction: kind, current_end: new Date(endsAtMs).toISOString(), days_from_approval: days };
  const approval = await services.approvals.ask(session, {
    kind: RENEW_RESTRICTION,
    subject,
    parameters,
    before,
    after,
    reason,
  });
  call.audit({ subject, before, after: { ...after, approval }, reason });
  return { approval };
};

/** Registers the action that runs when a renewal is approved. */
export function registerRenewals({ approvals, restrictions }: Services): void {
  approvals.register<Renewal>(RENEW_RESTRICTION, {
    roles: ['compliance'],
    committed: (renewal) => restrictions.renewed(renewal),
    execute: (renewal, { approval, approvedBy, transaction }) =>
      restrictions.renewWithin(transaction, renewal, approvedBy, approval.askedBy),
  });
}
