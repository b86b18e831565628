import type { endpoints, ResponseOf } from '@vitrine/contract';
import { formatDecimal } from '@vitrine/money';
import type { StaffSession } from '../../http/staff-session.ts';
import { isOwn, isSettled } from '../../staff/members/staff-member.ts';
import type { Services } from '../services.ts';
import type { BlockedAddress } from '../withdrawals/blocked.ts';
import type { ReviewedWithdrawal } from '../withdrawals/review.ts';
import { stateAfter } from '../withdrawals/states.ts';

type Item = ResponseOf<typeof endpoints.consoleApproveWithdrawal>['withdrawal'];

/** A withdrawal as shown to this operator, including the decisions that the operator may make. */
export function reviewedItem(services: Services, session: StaffSession, withdrawal: ReviewedWithdrawal): Item {
  const { state, units, feeUnits, valueUnits, given } = withdrawal;
  if (state === 'draft') throw new Error(`withdrawal ${withdrawal.id} is still a draft and cannot be shown`);
  const { scale } = services.instruments.asset(withdrawal.asset);
  const { limits } = services.withdrawals;
  const mayDecide = !isOwn(withdrawal.email, session);
  const identityDecidedByYou = withdrawal.identityDeciders.includes(session.staffId);
  return {
    id: withdrawal.id,
    uid: withdrawal.uid,
    is_verified: withdrawal.isVerified,
    client_since: withdrawal.clientSinceMs,
    coin: withdrawal.coin,
    network: withdrawal.network,
    address: withdrawal.address,
    address_label: withdrawal.label,
    amount: formatDecimal(units, scale),
    fee: formatDecimal(feeUnits, scale),
    value_usdt: limits.usdtText(valueUnits),
    stage: state,
    confirmed_at: withdrawal.requestedAtMs,
    stage_at: withdrawal.stateAtMs,
    is_internal: withdrawal.receiver !== undefined,
    is_one_step: withdrawal.isOneStep,
    is_restricted: withdrawal.isRestricted,
    hints: [...withdrawal.hints],
    completed_before: withdrawal.completedBefore,
    completed_usdt: limits.usdtText(withdrawal.completedValueUnits),
    approvals_needed: withdrawal.approvalsNeeded,
    approvals: given.map(({ email, reason, atMs, voidReason }) => ({
      by: email,
      reason,
      at: atMs,
      void_reason: voidReason ?? '',
    })),
    identity_decided_by_you: identityDecidedByYou,
    may_approve:
      mayDecide &&
      isSettled(session) &&
      !identityDecidedByYou &&
      !isOwn(withdrawal.receiverEmail, session) &&
      stateAfter('approve', state) !== undefined &&
      given.every(({ email, voidReason }) => email !== session.email || voidReason !== undefined),
    may_refuse: mayDecide && stateAfter('refuse', state) !== undefined,
    refusal_reason: withdrawal.refusalReason,
    refusal_note: withdrawal.refusalNote,
    refused_by: withdrawal.refusedBy,
    txid: withdrawal.txid,
    payment_attempt: withdrawal.paymentAttempt,
    has_failed: withdrawal.hasFailed,
    displaced_by: withdrawal.displacedBy,
    may_resolve: mayDecide && withdrawal.hasFailed,
    failures: withdrawal.decisions.map(({ decision, txid, displacedBy, email, reason, atMs }) => ({
      decision,
      txid,
      displaced_by: displacedBy,
      by: email,
      reason,
      at: atMs,
    })),
  };
}

export const blockedItem = ({ id, network, address, reason, addedBy, addedAtMs }: BlockedAddress) => ({
  id,
  network,
  address,
  reason,
  added_by: addedBy,
  added_at: addedAtMs,
});
