import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { staffRoles } from '../roles.ts';
import { Decimal, Exact, Optional, RowId, TimeMs, Words } from '../schema.ts';

/** The values before or after the change, to be shown side by side. The fields depend on the kind of approval. */
const Json = Type.Unsafe<unknown>({});

/**
 * The values that determine how a request affects clients. Approval is refused if they have changed too much since they
 * were shown.
 */
const MarketValues = Exact({
  mark_price: Decimal,
  open_interest: Decimal,
  /** The number of open positions. */
  positions: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
  /** The number of these positions that new terms would liquidate at this mark price; only for requests for new terms. */
  positions_liquidated: Optional(Type.Integer({ minimum: 0, maximum: 100_000_000 })),
  /** Only for requests to close a client's position: its size, and the worst price at which it would be closed now. */
  position_size: Optional(Decimal),
  worst_price: Optional(Decimal),
});

/** What the closing of a position did. */
const ClosingOutcome = Exact({
  /** The size that was closed, and its average price. */
  closed: Decimal,
  average_price: Decimal,
  /** The size that was still open after that. */
  left: Decimal,
});

const ApprovalView = Exact({
  id: Type.Integer({ minimum: 1 }),
  kind: Type.String(),
  subject: Type.String(),
  before: Json,
  after: Json,
  /**
   * The current values, for a pending request to delist a perpetual market, to change its terms or to close a client's
   * position; otherwise null.
   */
  current: Type.Union([MarketValues, Type.Null()]),
  reason: Type.String(),
  asked_by: Type.String(),
  asked_at: TimeMs,
  expires_at: TimeMs,
  state: Words(['waiting', 'done', 'failed', 'refused', 'withdrawn', 'expired']),
  decided_by: Type.String(),
  decided_at: Type.Union([TimeMs, Type.Null()]),
  decision_reason: Type.String(),
  /** The error's code, if the request was approved but could no longer be executed. */
  failure: Type.String(),
  /** The result of an executed request to close a client's position; otherwise null. */
  outcome: Type.Union([ClosingOutcome, Type.Null()]),
  /** The actions that the caller may take on the request: approve, reject, withdraw. */
  may_approve: Type.Boolean(),
  may_refuse: Type.Boolean(),
  may_withdraw: Type.Boolean(),
});

const Reason = Type.String({ maxLength: 300, examples: ['As agreed in the risk meeting'] });
const errors = ['not_found', 'own_approval', 'approval_decided'] as const;

/**
 * The roles that can decide on requests; the kind of request determines which of these roles decides. Auditors can only
 * read them.
 */
const deciders = ['support', 'compliance', 'treasury', 'listing'] as const;

const forStaff = { area: 'console', access: 'staff' } as const;

export const consoleApprovalEndpoints = {
  consoleApprovals: defineEndpoint({
    ...forStaff,
    method: 'GET',
    path: '/api/v3/console/approvals',
    roles: staffRoles,
    audited: false,
    errors: [],
    summary:
      'The requests that await approval by a second person, or those that have been decided, newest first. Only those that the caller may see are listed.',
    query: Exact({ list: Words(['waiting', 'decided']), before: Optional(RowId) }),
    response: Exact({ approvals: Type.Array(ApprovalView), more: Type.Boolean() }),
  }),
  consoleApprove: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/approvals/approve',
    roles: deciders,
    errors: [...errors, 'approver_too_new', 'values_moved', 'mark_price_unconfirmed'],
    summary:
      'Approves a request and executes it. Returns the result: done, or failed with the reason. The requester cannot approve the request. A request with `current` values is executed only if these are still close to `seen` or, without `seen`, to the values at the time of the request. If the mark price has moved by more than 2%, or one of `open_interest`, `positions` and `positions_liquidated` (when a position is closed: `position_size`) has grown by more than 10%, the call fails with `values_moved`, and the request stays pending.',
    body: Exact({
      id: RowId,
      reason: Optional(Reason),
      /** The `current` values that the approver has seen. */
      seen: Optional(MarketValues),
    }),
    response: Exact({ approval: ApprovalView }),
  }),
  consoleRefuse: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/approvals/refuse',
    roles: deciders,
    errors,
    summary: 'Rejects a pending request of someone else. The requester can withdraw it instead.',
    body: Exact({ id: RowId, reason: Type.String({ minLength: 3, maxLength: 300 }) }),
    response: Exact({ approval: ApprovalView }),
  }),
  consoleWithdraw: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/approvals/withdraw',
    roles: deciders,
    errors: ['not_found', 'not_yours', 'approval_decided'],
    summary: 'Withdraws a pending request that the caller made.',
    body: Exact({ id: RowId }),
    response: Exact({ approval: ApprovalView }),
  }),
};
