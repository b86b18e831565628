import type { OwnerId } from '@vitrine/core';
import type { Device } from '../kit/device.ts';
import type { Principal } from '../kit/principal.ts';

/**
 * A signed-in client's session, as every handler sees it. It is cached in memory, and ends immediately when it is
 * revoked.
 */
export interface Session {
  readonly id: string;
  /** better-auth's user id. */
  readonly userId: string;
  /** The number shown as UID. */
  readonly uniqueId: string;
  /** The client's account owner in the core. */
  readonly owner: OwnerId;
  readonly email: string;
  /** When the session expires. Each use extends this, up to an absolute limit. */
  readonly expiresAtMs: number;
  /**
   * How the session was sent: as a cookie (the Origin of requests that change something is then checked) or as a bearer
   * token.
   */
  readonly by: 'cookie' | 'bearer';
  /** The time until which orders of this session need no transaction password. */
  readonly tradingUnlockedUntilMs: number;
  /**
   * Call this before the transaction password is compared, and the returned function afterwards. If the password is
   * replaced in between, the session is not unlocked.
   */
  beginUnlock(): (untilMs: number) => void;
}

/** A client who acts through a session. Actions that take emailed codes or change permissions require a session. */
export interface SessionPrincipal extends Principal {
  readonly session: Session;
  readonly device: Device;
  /** The origin at which browsers reach the exchange. */
  readonly origin: string;
}

export type SessionEnd = 'logout' | 'expired' | 'revoked' | 'frozen';

/** Authenticates clients, without a database query if the session is already known. */
export interface Sessions {
  authenticate(headers: {
    readonly cookie?: string | undefined;
    readonly authorization?: string | undefined;
  }): Session | 'none' | 'expired' | Promise<Session | 'none' | 'expired'>;
  /**
   * Whether a session found earlier is still valid. This needs no database query. If the session is valid, this counts
   * as a use.
   */
  goesOn(session: Session): boolean;
  /** Registers a listener that is called as soon as a session ends; streams use it to close their private channels. */
  onEnd(listener: (session: Session, end: SessionEnd) => void): void;
  /** Ends all sessions of a client immediately. */
  endAll(owner: OwnerId, end: SessionEnd): Promise<void>;
  /** Ends one of a client's sessions. False if the client has no session with this id. */
  endOf(owner: OwnerId, id: string, end: SessionEnd): Promise<boolean>;
}

/** A client's second password, which is required before money moves. */
export interface TransactionPasswords {
  /** Compares the password with the stored Argon2id hash. */
  verify(session: Session, password: string): Promise<'right' | 'wrong' | 'not_set'>;
}
