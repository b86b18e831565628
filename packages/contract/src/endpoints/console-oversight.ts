import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { staffRoles } from '../roles.ts';
import { ContractName, Exact, MarketName, Optional, Position, RowId, TimeMs, Words } from '../schema.ts';

const AuditEntry = Exact({
  id: RowId,
  at: TimeMs,
  staff_id: Type.String(),
  staff_email: Type.String(),
  ip: Type.String(),
  action: Type.String(),
  phase: Words(['looked', 'asked', 'done', 'refused']),
  subject: Type.String(),
  /** The request without secrets, the state before and after, the reason, and the error's code. */
  details: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  /** SHA-256 over the entry and the hash of the entry before it. */
  hash: Type.String(),
});

const forStaff = { method: 'GET', area: 'console', access: 'staff' } as const;

export const consoleOversightEndpoints = {
  consoleAudit: defineEndpoint({
    ...forStaff,
    path: '/api/v3/console/audit',
    errors: [],
    summary: 'The audit trail, newest first: all of it, or filtered by person, action or subject.',
    query: Exact({
      staff_id: Optional(Type.String({ maxLength: 64 })),
      action: Optional(Type.String({ maxLength: 64 })),
      subject: Optional(Type.String({ maxLength: 120, examples: ['client 482107731'] })),
      before: Optional(RowId),
      limit: Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    }),
    response: Exact({ entries: Type.Array(AuditEntry), more: Type.Boolean() }),
  }),
  consoleAuditVerify: defineEndpoint({
    ...forStaff,
    path: '/api/v3/console/audit/verify',
    errors: [],
    summary:
      'Recomputes the hash chain of the audit trail from the first entry and compares it with the hashes anchored in the exchange’s log.',
    response: Exact({
      holds: Type.Boolean(),
      entries: Type.Integer({ minimum: 0 }),
      head: Type.Union([Type.String(), Type.Null()]),
      /**
       * Where the chain breaks because an entry was changed, removed or inserted, or else the first anchored entry that
       * is missing or differs from its anchor in the log. Null if the chain is intact.
       */
      broken_at: Type.Union([RowId, Type.Null()]),
    }),
  }),
  consoleHealth: defineEndpoint({
    ...forStaff,
    path: '/api/v3/console/health',
    roles: staffRoles,
    audited: false,
    errors: [],
    summary:
      'Health of the exchange: the log, the read models, the ledger’s total of each asset, the stream and the database.',
    response: Exact({
      time: TimeMs,
      ready: Type.Boolean(),
      position: Position,
      projected_position: Position,
      /** The maximum age of this server's state; zero on the leader. */
      behind_ms: Type.Number({ minimum: 0 }),
      state_hash: Type.Union([Exact({ hash: Type.String(), position: Position }), Type.Null()]),
      sums_position: Position,
      sums: Type.Array(Exact({ coin: Type.String(), sum: Type.String(), owed_to_clients: Type.String() })),
      stream_clients: Type.Integer({ minimum: 0 }),
      database: Exact({
        answers_in_ms: Type.Union([Type.Number({ minimum: 0 }), Type.Null()]),
        connections: Type.Integer({ minimum: 0 }),
        waiting: Type.Integer({ minimum: 0 }),
        size_bytes: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
      }),
      uptime_seconds: Type.Number({ minimum: 0 }),
      memory_bytes: Type.Integer({ minimum: 0 }),
      approvals_waiting: Type.Integer({ minimum: 0 }),
      /** Withdrawals that await an operator's decision. */
      withdrawals_waiting: Type.Integer({ minimum: 0 }),
      /** Purchases to review. */
      purchases_to_look_at: Type.Integer({ minimum: 0 }),
      /** Perpetual markets that accept only cancellations because their index is unconfirmed. */
      protected_markets: Type.Array(ContractName),
      /** Markets whose delisting does not continue unless an operator acts. */
      blocked_delistings: Type.Array(MarketName),
      /** Work of Earn that failed and is retried: postings, moves of money, and stakes; at most 100. */
      earn_faults: Type.Array(
        Exact({
          kind: Words(['posting', 'move', 'stake']),
          /** The number of the posting, the move or the stake. */
          subject: RowId,
          reason: Type.String(),
          attempts: Type.Integer({ minimum: 1 }),
          since: TimeMs,
          retry_at: TimeMs,
        }),
      ),
      /** Text message limits exceeded in the last 24 hours; `country` (ISO 3166) is empty for the total limit. */
      text_messages_refused: Type.Array(
        Exact({ country: Type.String(), refused: Type.Integer({ minimum: 1 }), since: TimeMs }),
      ),
    }),
  }),
};
