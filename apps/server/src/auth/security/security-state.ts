import type { Pool } from 'pg';
import type { Session } from '../../http/session.ts';
import { CHOSEN_WITHDRAW_LIMIT } from './single-withdrawal-limit.ts';

/** How an account is protected now. If an event has never happened, its time is undefined. */
export interface SecurityState {
  readonly antiPhishingCode: string | undefined;
  /** The single-withdrawal limit that the client has chosen; undefined if none. */
  readonly withdrawLimit: number | undefined;
  /** A higher limit that does not apply yet, and when it will. */
  readonly nextWithdrawLimit: { readonly limit: number; readonly fromMs: number } | undefined;
  readonly withdrawalsHeldUntilMs: number | undefined;
  readonly mobileNumber: string;
  readonly isMobileVerified: boolean;
  readonly hasTransactionPassword: boolean;
  /** When the account password was set or last changed. */
  readonly accountPasswordAtMs: number;
  readonly transactionPasswordChangedAtMs: number | undefined;
  readonly hasAuthenticator: boolean;
  readonly passkeys: number;
  /** Undefined if no Google account is connected. */
  readonly googleEmail: string | undefined;
  readonly wallets: readonly { readonly address: string; readonly connectedAtMs: number }[];
  readonly sessions: number;
}

interface Row {
  readonly anti_phishing_code: string | null;
  readonly withdraw_limit: number | null;
  readonly next_withdraw_limit: number | null;
  readonly next_withdraw_limit_at: Date | null;
  readonly held_until: Date | null;
  readonly mobile_number: string;
  readonly mobile_verified_at: Date | null;
  readonly has_transaction_password: boolean;
  readonly account_password_at: Date;
  readonly transaction_password_changed_at: Date | null;
  readonly has_authenticator: boolean;
  readonly passkeys: number;
  readonly connections: readonly { readonly provider: string; readonly label: string; readonly at_ms: number }[];
  readonly sessions: number;
}

export async function readSecurityState(pool: Pool, session: Session): Promise<SecurityState> {
  const { rows } = await pool.query<Row>(
    `select anti_phishing_code, ${CHOSEN_WITHDRAW_LIMIT} as withdraw_limit, next_withdraw_limit,
       case when next_withdraw_limit_at > now() then next_withdraw_limit_at end as next_withdraw_limit_at, mobile_number, mobile_verified_at, transaction_password_changed_at,
       case when withdrawals_held_until > now() then withdrawals_held_until end as held_until,
       transaction_password is not null as has_transaction_password,
       coalesce(account_password_changed_at, created_at) as account_password_at,
       exists (select from authenticator where person_id = client.person_id and enrolled_at is not null)
         as has_authenticator,
       (select count(*)::int from passkey where person_id = client.person_id) as passkeys,
       (select coalesce(json_agg(json_build_object('provider', provider, 'label', label,
          'at_ms', floor(extract(epoch from connected_at) * 1000)) order by connected_at), '[]')
        from connection where person_id = client.person_id) as connections,
       (select count(*)::int from session where person_id = client.person_id and expires_at > now()) as sessions
     from client where person_id = $1`,
    [session.userId],
  );
  const row = rows[0];
  if (row === undefined) throw new Error(`person ${session.userId} has no client account`);
  return {
    antiPhishingCode: row.anti_phishing_code ?? undefined,
    withdrawLimit: row.withdraw_limit ?? undefined,
    nextWithdrawLimit:
      row.next_withdraw_limit === null || row.next_withdraw_limit_at === null
        ? undefined
        : { limit: row.next_withdraw_limit, fromMs: row.next_withdraw_limit_at.getTime() },
    withdrawalsHeldUntilMs: row.held_until?.getTime(),
    mobileNumber: row.mobile_number,
    isMobileVerified: row.mobile_verified_at !== null,
    hasTransactionPassword: row.has_transaction_password,
    accountPasswordAtMs: row.account_password_at.getTime(),
    transactionPasswordChangedAtMs: row.transaction_password_changed_at?.getTime(),
    hasAuthenticator: row.has_authenticator,
    passkeys: row.passkeys,
    googleEmail: row.connections.find(({ provider }) => provider === 'google')?.label,
    wallets: row.connections
      .filter(({ provider }) => provider === 'wallet')
      .map(({ label, at_ms }) => ({ address: label, connectedAtMs: at_ms })),
    sessions: row.sessions,
  };
}
