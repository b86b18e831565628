import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import {
  ContractName,
  Decimal,
  device,
  Exact,
  Optional,
  Position,
  SignedDecimal,
  TimeMs,
  Uid,
  Words,
} from '../schema.ts';
import { securityEventKinds } from '../security-events.ts';
import { Reason, RestrictionItem } from './console-restrictions.ts';
import { FuturesPosition } from './futures-positions.ts';
import { idTypes } from './identity.ts';
import { FillItem, OrderItem } from './orders.ts';
import { RestrictionKindWord } from './restrictions.ts';
import { StatementLine } from './wallet.ts';

/**
 * Client data that is masked until requested. `addresses`: IPs of sessions and events; `accounts`: external accounts.
 */
const protectedFields = ['email', 'phone', 'name', 'birthday', 'address', 'addresses', 'accounts'] as const;

const states = ['active', 'restricted', 'frozen'] as const;
const SessionId = Type.String({ minLength: 1, maxLength: 64 });

/** A client in a list: email and name are masked. */
const ClientItem = Exact({
  uid: Uid,
  email: Type.String(),
  name: Type.String(),
  state: Words(states),
  restrictions: Type.Array(RestrictionKindWord),
  verified: Type.Boolean(),
  joined_at: TimeMs,
  /** 0 if the client has never signed in. */
  signed_in_at: TimeMs,
});

const Identity = Exact({
  /** Masked; empty if not entered. */
  email: Type.String(),
  phone: Type.String(),
  name: Type.String(),
  birthday: Type.String(),
  address: Type.String(),
  phone_verified: Type.Boolean(),
  opened_by: Type.String(),
  joined_at: TimeMs,
  referral: Type.String(),
  membership_level: Type.String(),
  verified_at: TimeMs,
  kyc: Words(['none', 'incomplete', 'waiting', 'refused', 'verified']),
  id_type: Words(['', ...idTypes]),
});

const SignInMethods = Exact({
  transaction_password: Type.Boolean(),
  authenticator: Type.Boolean(),
  recovery_codes_left: Type.Integer({ minimum: 0 }),
  passkeys: Type.Array(Exact({ name: Type.String(), created_at: TimeMs, used_at: TimeMs })),
  /** A Google account or a wallet; its name is masked. */
  accounts: Type.Array(Exact({ provider: Words(['google', 'wallet']), label: Type.String(), connected_at: TimeMs })),
  anti_phishing_code: Type.Boolean(),
  withdraw_limit: Type.String(),
  /** 0 if withdrawals are not on hold after a security change. */
  withdrawals_held_until: TimeMs,
  withdrawals_held_reason: Type.String(),
});

const Picture = Exact({
  uid: Uid,
  state: Words(states),
  /** Whether the account has the caller's own email address. The caller may then view it, but take no action on it. */
  own: Type.Boolean(),
  identity: Identity,
  /** Current non-zero balances, from the core. `value`: in USDT. */
  balances: Type.Array(
    Exact({
      coin: Type.String(),
      wallet: Type.String(),
      available: Decimal,
      held: Decimal,
      value: Decimal,
    }),
  ),
  /** The total that the client sees, including deposits awaiting confirmations and the unrealized profit of positions. */
  total_value: SignedDecimal,
  open_orders: Type.Array(OrderItem),
  positions: Type.Array(FuturesPosition),
  /** The newest entries of each kind. */
  orders: Type.Array(OrderItem),
  trades: Type.Array(FillItem),
  statement: Type.Array(StatementLine),
  sessions: Type.Array(Exact({ id: SessionId, signed_in_at: TimeMs, expires_at: TimeMs, ...device })),
  events: Type.Array(
    Exact({
      id: Type.Integer(),
      at: TimeMs,
      kind: Words(securityEventKinds),
      details: Type.Record(Type.String(), Type.String()),
      ...device,
    }),
  ),
  notices: Type.Array(Exact({ id: Type.Integer(), at: TimeMs, kind: Type.String(), read: Type.Boolean() })),
  restrictions: Type.Array(RestrictionItem),
  sign_in: SignInMethods,
  position: Position,
});

const readers = ['support', 'compliance', 'treasury'] as const;

const forStaff = { area: 'console', access: 'staff' } as const;

export const consoleClientEndpoints = {
  consoleClients: defineEndpoint({
    ...forStaff,
    method: 'GET',
    path: '/api/v3/console/clients',
    roles: readers,
    errors: [],
    summary:
      'Clients by UID, email, phone number or name (or parts of them), newest first; emails and names are masked.',
    query: Exact({
      search: Optional(Type.String({ minLength: 1, maxLength: 120, examples: ['482107731'] })),
      state: Optional(Words(states)),
      limit: Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    }),
    response: Exact({ clients: Type.Array(ClientItem) }),
  }),
  consoleClient: defineEndpoint({
    ...forStaff,
    method: 'GET',
    path: '/api/v3/console/client',
    roles: readers,
    errors: ['unknown_client'],
    summary: 'Everything about one client, with personal data masked.',
    query: Exact({ uid: Uid }),
    response: Exact({ client: Picture }),
  }),
  consoleAskToClosePosition: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/client/ask-to-close-position',
    roles: ['compliance'],
    errors: [
      'unknown_client',
      'own_account',
      'unknown_market',
      'client_may_trade',
      'no_such_position',
      'approver_too_new',
    ],
    summary:
      'Requests closing a position of a client who is frozen or restricted from trading. A second person must approve the request. One market order then closes the whole position, even before the end of its minimum term, but only as far as it can be filled within `max_slippage_bps` of the mark price at the time of approval. The client is notified of what was closed; if nothing was, the approval fails with `nothing_closed`.',
    body: Exact({
      uid: Uid,
      name: ContractName,
      side: Words(['long', 'short']),
      /** In hundredths of a percent of the mark price at the approval; 100 (1%) if absent. */
      max_slippage_bps: Optional(Type.Integer({ minimum: 1, maximum: 500 })),
      reason: Reason,
    }),
    response: Exact({ approval: Type.Integer({ minimum: 1 }) }),
  }),
  revealClientField: defineEndpoint({
    ...forStaff,
    method: 'GET',
    path: '/api/v3/console/client-field',
    roles: readers,
    errors: ['unknown_client', 'own_account'],
    summary:
      'A field of a client’s data in full; other calls mask it. The caller’s reason is recorded in the audit trail before the value is returned.',
    query: Exact({ uid: Uid, field: Words(protectedFields), reason: Reason }),
    /**
     * The keys of `values`: the name of the field; for `addresses`, `session <id>` and `event <id>`; for `accounts`,
     * their index in the list.
     */
    response: Exact({ values: Type.Record(Type.String(), Type.String()) }),
  }),
  consoleEndClientSessions: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/client/end-sessions',
    roles: ['support', 'compliance'],
    errors: ['unknown_client', 'unknown_session', 'own_account'],
    summary: 'Ends one session of a client or, without `session_id`, all sessions of the client immediately.',
    body: Exact({ uid: Uid, session_id: Optional(SessionId), reason: Reason }),
    response: Exact({ message: Words(['success']), ended: Type.Integer({ minimum: 0 }) }),
  }),
};
