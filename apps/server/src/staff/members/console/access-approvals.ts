import type { NewApproval } from '../../approvals/approvals.ts';
import type { Call, Services } from '../../services.ts';
import type { AccessChange } from '../staff-access.ts';

const kinds = ['staff_create', 'staff_roles', 'staff_reinvite'] as const satisfies readonly AccessChange['kind'][];

/** A requested access change. */
type Asked = Omit<NewApproval<AccessChange>, 'kind'>;

/**
 * Changes a member's access: immediately or, if the change needs two people, once another administrator approves it.
 * Errors: approver_too_new, and those of the change.
 */
export async function changeAccess(
  call: Call<'consoleCreateStaff' | 'consoleReinviteStaff' | 'consoleChangeRoles'>,
  asked: Asked,
): Promise<{ approval: number | null }> {
  const { services, session, audit } = call;
  const { parameters, subject, before, after, reason } = asked;
  audit({ subject, before, after, reason });
  if (await services.staff.access.alone(parameters, { by: session.email, reason })) return { approval: null };
  const approval = await services.approvals.ask(session, { kind: parameters.kind, ...asked });
  audit({ after: { ...(after as object), approval } });
  return { approval };
}

/** Registers the approval of changes to access. Only administrators decide. */
export function registerAccessApprovals({ approvals, staff }: Services): void {
  for (const kind of kinds) {
    approvals.register<AccessChange>(kind, {
      roles: [],
      committed: () => staff.access.deliver(),
      execute: (change, { approval, approvedBy, transaction }) =>
        staff.access.apply(
          change,
          { by: approval.askedBy, approvedBy: approvedBy.email, reason: approval.reason },
          transaction,
        ),
    });
  }
}
