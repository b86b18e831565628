import type { OwnerId } from '@vitrine/core';
import type { Device } from '../kit/device.ts';
import type { Principal } from '../kit/principal.ts';

/** A signed-in client's session, as every handler sees it. Kept in memory; ended at once when revoked. */
export interface Session {
  readonly id: string;
  /** better-auth's user id. */
  readonly userId: string;
  /** The number shown as UID. */
  readonly uniqueId: string;
  /** The client's account owner in the core. */
  readonly owner: OwnerId;
  readonly email: string;
  /** Moves on with each use, up to the last end. */
  readonly expiresAtMs: number;
  /** Whether it came by cookie (then the Origin of a changing request is checked) or as a bearer token. */
  readonly by: 'cookie' | 'bearer';
  /** Until when orders of this session need no transaction password. */
  readonly tradingUnlockedUntilMs: number;
  /** Started before the transaction password is compared: a password replaced meanwhile unlocks nothing. */
  beginUnlock(): (untilMs: number) => void;
}

/** A client who acts by a session. What takes emailed codes, or changes who may do what, nobody does by other means. */
export interface SessionPrincipal extends Principal {
  readonly session: Session;
  readonly device: Device;
  /** Where browsers reach the exchange. */
  readonly origin: string;
}

export type SessionEnd = 'logout' | 'expired' | 'revoked' | 'frozen';

/** Who is asking. Without a query where the session is known already. */
export interface Sessions {
  authenticate(headers: {
    readonly cookie?: string | undefined;
    readonly authorization?: string | undefined;
  }): Session | 'none' | 'expired' | Promise<Session | 'none' | 'expired'>;
  /** Whether a session that was found before would be found again, from memory; if so, that counts as a use of it. */
  goesOn(session: Session): boolean;
  /** Called with each session that ends, at once: streams close their private channel. */
  onEnd(listener: (session: Session, end: SessionEnd) => void): void;
  /** Ends all sessions of a client, now. */
  endAll(owner: OwnerId, end: SessionEnd): Promise<void>;
  /** Ends one of a client's sessions. False where the client has none of this id. */
  endOf(owner: OwnerId, id: string, end: SessionEnd): Promise<boolean>;
}

/** The second password of a client, asked for before money moves. */
export interface TransactionPasswords {
  /** Argon2id against what is stored. */
  verify(session: Session, password: string): Promise<'right' | 'wrong' | 'not_set'>;
}
