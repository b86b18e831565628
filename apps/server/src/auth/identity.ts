import type { Core } from '@vitrine/core';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { AttemptLimits } from '../kit/attempt-limits.ts';
import type { ChannelConnection } from '../kit/postgres/shared-connection.ts';
import type { MailQueue } from '../notifications/mail/mail-queue.ts';
import { Notices } from '../notifications/notices.ts';
import type { MailSender } from '../providers/mail/mail.ts';
import type { OpenIdFault, OpenIdProvider } from '../providers/openid/openid.ts';
import type { SmsSender } from '../providers/sms/sms.ts';
import { Accounts } from './accounts.ts';
import { createAuth } from './auth.ts';
import type { AuthParts } from './auth-parts.ts';
import { Clients } from './clients.ts';
import { BrowserCodes } from './codes/browser-codes.ts';
import { OneTimeCodes } from './codes/codes.ts';
import { OneTimeTokens } from './codes/one-time-tokens.ts';
import { Authenticators } from './factors/authenticators.ts';
import { Passkeys } from './factors/passkeys.ts';
import { AccountPasswords } from './passwords/account-passwords.ts';
import type { NewPasswords } from './passwords/new-passwords.ts';
import { PasswordResets } from './passwords/password-resets.ts';
import { createSecurityCentre, type SecurityCentre } from './security/security-centre.ts';
import { SecurityEvents } from './security/security-events.ts';
import type { SessionTimes } from './session/session-life.ts';
import { SessionStore } from './session/session-store.ts';
import { Connections } from './sign-in/connections.ts';
import { GoogleSignIn } from './sign-in/google-sign-in.ts';
import { Registrations } from './sign-in/registrations.ts';
import { SignInMethodChanges } from './sign-in/sign-in-method-changes.ts';
import { SignIns } from './sign-in/sign-ins.ts';
import { WalletSignatures } from './sign-in/wallet-signatures.ts';

export interface IdentityParts {
  readonly pool: Pool;
  /** Opens the database connection on which this server is notified of ended sessions. */
  readonly connect: () => Promise<ChannelConnection>;
  /** The key for signing cookies and tokens, and for hashing codes; at least 32 characters. */
  readonly secret: string;
  readonly baseUrl: string;
  readonly times: SessionTimes;
  /** The clock that determines when sessions end. */
  readonly now: () => number;
  readonly mail: MailSender;
  readonly mailQueue: Pick<MailQueue, 'add' | 'sendAll'>;
  readonly sms: SmsSender;
  /** Maximum number of text messages per country and hour. */
  readonly smsPerCountryHour: number;
  /** Sign-in with Google; undefined if not set up. */
  readonly openId?: OpenIdProvider | undefined;
  readonly onOpenIdFault?: (fault: OpenIdFault) => void;
  /** Returns the current core; when the sequencer is reopened, a new core replaces it. */
  readonly core: () => Core;
  readonly brand: () => string;
  readonly newPasswords: NewPasswords;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

export interface Identity {
  readonly sessions: SessionStore;
  readonly accounts: Accounts;
  readonly access: Access;
  readonly security: SecurityCentre;
  /** See `pruneExpired` of Services. */
  pruneExpired(): Promise<boolean>;
  close(): Promise<void>;
}

/** The parts that open accounts, sign clients in and manage their sign-in methods. */
export interface Access {
  readonly registrations: Registrations;
  readonly signIns: SignIns;
  readonly passwordResets: PasswordResets;
  readonly authenticators: Authenticators;
  readonly passkeys: Passkeys;
  readonly google: GoogleSignIn;
  readonly wallets: WalletSignatures;
  readonly connections: Connections;
  readonly changes: SignInMethodChanges;
  readonly tokens: OneTimeTokens;
  readonly limits: AttemptLimits;
}

/** Composes identity: accounts, sessions, codes, limits and sign-in methods. */
export const createIdentity = async (parts: IdentityParts): Promise<Identity> => {
  const { pool, connect, secret, now, times } = parts;
  const auth = createAuth(parts);
  const sessions = new SessionStore({ auth, pool, connectListener: connect, now, times });
  const clients = new Clients(pool, parts.core);
  const passwords = new AccountPasswords(pool);
  const limits = new AttemptLimits(pool);
  const accounts = new Accounts({ pool, clients, sessions, limits });
  const securityEvents = new SecurityEvents(pool);
  const codes = new OneTimeCodes(pool, secret);
  const tokens = new OneTimeTokens(pool);
  const own = { sessions, clients, passwords, limits, accounts, codes, tokens, securityEvents };
  const common = { ...parts, ...own, notices: new Notices(pool) };
  const access = createAccess(common, secret);
  const security = createSecurityCentre(common);
  await sessions.open();
  const pruneExpired = async () => {
    const hasMore = [await limits.prune(), await tokens.prune(), await codes.prune(), await sessions.prune()];
    return hasMore.includes(true);
  };
  return {
    sessions,
    accounts,
    access,
    security,
    pruneExpired,
    close: () => sessions.close(),
  };
};

function createAccess(parts: AuthParts, key: string): Access {
  const { pool, tokens, limits, openId, onOpenIdFault } = parts;
  const authenticators = new Authenticators({ ...parts, key });
  const connections = new Connections(pool);
  const changes = new SignInMethodChanges(parts);
  const browserCodes = new BrowserCodes(parts.codes, limits);
  return {
    registrations: new Registrations({ ...parts, browserCodes, connections }),
    signIns: new SignIns({ ...parts, authenticators, connections, changes }),
    passwordResets: new PasswordResets({ ...parts, browserCodes }),
    authenticators,
    passkeys: new Passkeys(parts),
    google: new GoogleSignIn({ tokens, provider: openId, onFault: onOpenIdFault ?? (() => {}) }),
    wallets: new WalletSignatures(tokens),
    connections,
    changes,
    tokens,
    limits,
  };
}
