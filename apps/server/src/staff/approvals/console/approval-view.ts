import type { endpoints, ResponseOf } from '@vitrine/contract';
import type { StaffSession } from '../../../http/staff-session.ts';
import type { Services } from '../../services.ts';
import type { Approval } from '../approvals.ts';

type ApprovalView = ResponseOf<typeof endpoints.consoleApprove>['approval'];

/** An approval as this person sees it in the console. */
export async function approvalView(
  { approvals }: Services,
  session: StaffSession,
  approval: Approval,
): Promise<ApprovalView> {
  const { id, kind, subject, before, after, reason, state, failure } = approval;
  return {
    id,
    kind,
    subject,
    before,
    after,
    current: (await approvals.currentOf(approval)) ?? null,
    reason,
    asked_by: approval.askedBy,
    asked_at: approval.askedAtMs,
    expires_at: approval.expiresAtMs,
    state,
    decided_by: approval.decidedBy,
    decided_at: approval.decidedAtMs ?? null,
    decision_reason: approval.decisionReason,
    failure,
    outcome: approval.outcome ?? null,
    may_approve: approvals.mayApprove(session, approval),
    may_refuse: approvals.mayRefuse(session, approval),
    may_withdraw: state === 'waiting' && approval.askedById === session.staffId,
  };
}

/** The fields of an approval that go into the audit trail. */
export const approvalInTrail = ({ id, kind, subject, before, after, askedBy, state, failure, outcome }: Approval) => ({
  subject,
  before,
  after: {
    approval: id,
    kind,
    askedBy,
    state,
    ...(failure === '' ? {} : { failure }),
    ...(outcome === undefined ? {} : { outcome }),
    after,
  },
});
