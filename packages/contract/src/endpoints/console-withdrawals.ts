import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import {
  CoinName,
  Cursor,
  Decimal,
  Exact,
  NetworkName,
  Optional,
  paged,
  RowId,
  TimeMs,
  Uid,
  Words,
} from '../schema.ts';
import {
  operatorRefusals,
  type WithdrawalRefusal,
  withdrawalHints,
  withdrawalRefusalTexts,
  withdrawalStages,
} from '../withdrawals.ts';
import { Reason } from './console-restrictions.ts';

/** A withdrawal as operators review it: the withdrawal, its client, and warning signs. */
const ReviewedWithdrawal = Exact({
  id: RowId,
  uid: Uid,
  is_verified: Type.Boolean(),
  client_since: TimeMs,
  coin: CoinName,
  network: NetworkName,
  address: Type.String(),
  /** The label of the client's saved address; empty if the address is not saved. */
  address_label: Type.String(),
  amount: Decimal,
  fee: Decimal,
  value_usdt: Decimal,
  stage: Words(withdrawalStages),
  confirmed_at: TimeMs,
  stage_at: TimeMs,
  is_internal: Type.Boolean(),
  is_one_step: Type.Boolean(),
  /** Whether a restriction on the client blocks the withdrawal. */
  is_restricted: Type.Boolean(),
  hints: Type.Array(Words(withdrawalHints)),
  /** The client's withdrawals that were completed before this one: their number and total value. */
  completed_before: Type.Integer({ minimum: 0 }),
  completed_usdt: Decimal,
  approvals_needed: Type.Integer(),
  approvals: Type.Array(
    Exact({
      by: Type.String(),
      reason: Type.String(),
      at: TimeMs,
      /** Why the approval is void; empty while it is valid. */
      void_reason: Words(['', 'access_ended', 'role_lost']),
    }),
  ),
  /** Whether the caller decided on this client’s identity. If so, someone else must approve. */
  identity_decided_by_you: Type.Boolean(),
  /**
   * Whether the caller may decide. Nobody may decide on their own withdrawal, approve a withdrawal twice, or approve
   * anything on their first day.
   */
  may_approve: Type.Boolean(),
  may_refuse: Type.Boolean(),
  refusal_reason: Words(['', ...(Object.keys(withdrawalRefusalTexts) as WithdrawalRefusal[])]),
  refusal_note: Type.String(),
  refused_by: Type.String(),
  txid: Type.String(),
  /**
   * The number of the payment that the withdrawal is waiting for: the first one, or a later one that an operator
   * requested after a failure.
   */
  payment_attempt: Type.Integer({ minimum: 1 }),
  /**
   * Whether the payment with the number `payment_attempt` has failed: it was included but moved nothing, or can never
   * be included.
   */
  has_failed: Type.Boolean(),
  /** The external transaction that used the nonce or inputs of that payment; empty if there is no such transaction. */
  displaced_by: Type.String(),
  /** Whether the caller may repeat the payment or refund the withdrawal. */
  may_resolve: Type.Boolean(),
  failures: Type.Array(
    Exact({
      decision: Words(['pay_again', 'give_back']),
      txid: Type.String(),
      displaced_by: Type.String(),
      by: Type.String(),
      reason: Type.String(),
      at: TimeMs,
    }),
  ),
});

const BlockedAddress = Exact({
  id: RowId,
  network: NetworkName,
  address: Type.String(),
  /** Shown to clients who try to withdraw to the address. */
  reason: Type.String(),
  added_by: Type.String(),
  added_at: TimeMs,
});

/** The number of the payment that the caller reviewed: the call is refused if the withdrawal has a later payment. */
const PaymentAttempt = Type.Integer({ minimum: 1, maximum: 1_000 });
const failureErrors = [
  'unknown_withdrawal',
  'own_account',
  'payment_not_failed',
  'payment_not_final',
  'node_unavailable',
] as const;

const forStaff = { area: 'console', access: 'staff', roles: ['treasury', 'compliance'] } as const;

export const consoleWithdrawalEndpoints = {
  consoleWithdrawals: defineEndpoint({
    method: 'GET',
    path: '/api/v3/console/withdrawals',
    ...forStaff,
    errors: [],
    summary:
      'Depending on `which`, the withdrawals that await approval or a decision about a failed payment (longest waiting first), those in progress (newest first), or those that are finished (newest first).',
    query: Exact({
      which: Words(['waiting', 'under_way', 'over']),
      ...paged,
    }),
    response: Exact({
      withdrawals: Type.Array(ReviewedWithdrawal),
      /** The number of all withdrawals that await a decision. */
      waiting: Type.Integer({ minimum: 0 }),
      next_cursor: Optional(Cursor),
    }),
  }),
  consoleApproveWithdrawal: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/withdrawals/approve',
    ...forStaff,
    errors: [
      'unknown_withdrawal',
      'own_account',
      'approver_too_new',
      'identity_decided_by_you',
      'withdrawal_not_waiting',
      'withdrawal_approved_by_you',
    ],
    summary:
      'Approves a withdrawal. If `approvals_needed` is 2, two different people must approve the withdrawal. An approval is void if the approver’s access or role ends before the payment is signed.',
    body: Exact({ withdrawal_id: RowId, reason: Reason }),
    response: Exact({ withdrawal: ReviewedWithdrawal }),
  }),
  consoleRefuseWithdrawal: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/withdrawals/refuse',
    ...forStaff,
    errors: ['unknown_withdrawal', 'own_account', 'withdrawal_not_waiting'],
    summary:
      'Rejects a withdrawal whose payment has not been signed: the full amount is returned, and the client sees the reason.',
    body: Exact({
      withdrawal_id: RowId,
      refusal: Words(operatorRefusals),
      /** The text that the client sees together with the reason. */
      note: Type.String({ maxLength: 500 }),
    }),
    response: Exact({ withdrawal: ReviewedWithdrawal }),
  }),
  consolePayAgain: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/withdrawals/pay-again',
    ...forStaff,
    errors: [...failureErrors, 'recipient_flagged'],
    summary:
      'Retries a withdrawal whose payment has failed and can no longer be executed. Limits and restrictions apply as usual.',
    body: Exact({ withdrawal_id: RowId, payment_attempt: PaymentAttempt, reason: Reason }),
    response: Exact({ withdrawal: ReviewedWithdrawal }),
  }),
  consoleGiveBack: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/withdrawals/give-back',
    ...forStaff,
    errors: failureErrors,
    summary: 'Refunds the full amount of a withdrawal whose payment has failed and can no longer be executed.',
    body: Exact({
      withdrawal_id: RowId,
      payment_attempt: PaymentAttempt,
      reason: Reason,
      /** The text that the client sees together with the rejection. */
      note: Type.String({ maxLength: 500 }),
    }),
    response: Exact({ withdrawal: ReviewedWithdrawal }),
  }),
  consoleBlockedAddresses: defineEndpoint({
    method: 'GET',
    path: '/api/v3/console/blocked-addresses',
    ...forStaff,
    errors: [],
    summary: 'The addresses to which clients cannot withdraw because an operator blocked them, newest first.',
    response: Exact({ addresses: Type.Array(BlockedAddress) }),
  }),
  consoleBlockAddress: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/blocked-addresses/add',
    ...forStaff,
    errors: ['recipient_malformed', 'address_blocked'],
    summary:
      'Blocks an address on a network, and on all networks that use the same addresses. Clients who try to withdraw to a blocked address see the reason.',
    body: Exact({
      network: NetworkName,
      address: Type.String({ minLength: 1, maxLength: 128, examples: ['TSW8zpeDDMrbToXvQuVM2rEeFaJQfJJx7D'] }),
      reason: Reason,
    }),
    response: Exact({ blocked: BlockedAddress }),
  }),
  consoleUnblockAddress: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/blocked-addresses/remove',
    ...forStaff,
    errors: ['address_not_blocked'],
    summary: 'Unblocks an address, so that clients can withdraw to it again.',
    body: Exact({ blocked_id: RowId, reason: Reason }),
    response: Exact({ blocked: BlockedAddress }),
  }),
};
