import type { Pool } from 'pg';
import type { Session, SessionEnd, Sessions } from '../../http/session.ts';
import { type Device, LONGEST_USER_AGENT } from '../../kit/device.ts';
import { PostgresChannel } from '../../kit/postgres/channel.ts';
import { deleteExpired } from '../../kit/postgres/delete-expired.ts';
import type { ChannelConnection } from '../../kit/postgres/shared-connection.ts';
import { type SessionHeaders, sessionToken } from '../../kit/session-token.ts';
import type { Auth } from '../auth.ts';
import { SESSION_COOKIE } from './session-cookie.ts';
import { SessionLife, type SessionTimes } from './session-life.ts';
import { TradingUnlocks } from './trading-unlocks.ts';

const MAX_KEPT = 100_000;
/** The maximum number of sessions per person, low enough that all of them can be listed or ended in one call. */
export const MOST_PER_PERSON = 100;
/** The number of sessions deleted per batch. It is small, because every server is notified of each deletion. */
const PRUNED_AT_ONCE = 200;
/** How long the id of an ended session is remembered. Reading a session from the table never takes that long. */
const LATELY_MS = 60_000;

export interface SessionStoreOptions {
  readonly auth: Auth;
  readonly pool: Pool;
  /** Opens the database connection on which this server is notified of ended sessions. */
  readonly connectListener: () => Promise<ChannelConnection>;
  readonly now: () => number;
  readonly times: SessionTimes;
}

/** A session that has just been opened. */
interface StartedSession {
  readonly id: string;
  readonly token: string;
  readonly lastsUntilMs: number;
}

type Authenticated = Session | 'none' | 'expired';

/**
 * Caches the session table in memory. A session is read once and then served from memory until it expires. Each use
 * extends it, and the new expiry time is written at intervals (SessionLife). Before a session is treated as expired,
 * the table is read again, because another server may have extended it. When a session is deleted from the table, a
 * trigger notifies every server immediately; while the connection that receives these notifications is down, nothing is
 * served from memory.
 */
export class SessionStore implements Sessions {
  readonly #options: SessionStoreOptions;
  /**
   * Cached sessions by the way their token was sent (cookie or bearer) and the token. A token that is sent both ways
   * has two entries, because only requests with a cookie need an Origin header.
   */
  readonly #byKey = new Map<string, Session>();
  /** By owner, the ids of the client's cached sessions. */
  readonly #idsByOwner = new Map<number, Set<string>>();
  readonly #keysById = new Map<string, string[]>();
  readonly #unlocks = new TradingUnlocks();
  readonly #lives = new Map<string, SessionLife>();
  /**
   * Lookups in progress, by the number of the notification connection (`#line`), the way the token was sent, and the
   * token. Concurrent requests with the same token share one lookup.
   */
  readonly #lookups = new Map<string, Promise<Authenticated>>();
  /**
   * The ids of sessions that ended recently. A lookup that began before its session ended may still return the session,
   * which must then not be cached.
   */
  readonly #lately = new Set<string>();
  readonly #ends: ((session: Session, end: SessionEnd) => void)[] = [];
  /** By session id, why this server ended the session. */
  readonly #reasons = new Map<string, SessionEnd>();
  readonly #channel: PostgresChannel;
  /**
   * The number of the current connection that receives notifications, starting at 1; 0 while there is none. A session
   * that was read during one connection must not be cached during the next: the notification of its end may have been
   * sent in between.
   */
  #line = 0;
  #lines = 0;

  constructor(options: SessionStoreOptions) {
    this.#options = options;
    this.#channel = new PostgresChannel({
      connect: options.connectListener,
      name: 'session_end',
      received: (id) => this.#forget(id, this.#reasons.get(id) ?? 'revoked'),
      opened: () => {
        this.#lines += 1;
        this.#line = this.#lines;
      },
      lost: () => {
        this.#line = 0;
        this.#byKey.clear();
        this.#keysById.clear();
        this.#idsByOwner.clear();
      },
    });
  }

  /**
   * Starts to receive notifications. Until then, and while the connection is down, each request queries the database.
   */
  open(): Promise<void> {
    return this.#channel.open();
  }

  close(): Promise<void> {
    return this.#channel.close();
  }

  authenticate(headers: SessionHeaders) {
    const sent = sessionToken(headers, SESSION_COOKIE);
    if (sent === undefined) return 'none' as const;
    const { token, by } = sent;
    const kept = this.#byKey.get(`${by} ${token}`);
    if (kept === undefined) return this.#load(token, by);
    if (kept.expiresAtMs <= this.#options.now()) return this.#reload(kept.id, token, by);
    this.#use(kept.id);
    return kept;
  }

  goesOn({ id, expiresAtMs }: Session): boolean {
    if (!this.#keysById.has(id) || expiresAtMs <= this.#options.now()) return false;
    this.#use(id);
    return true;
  }

  /**
   * Opens a session for an authenticated person. Its token is always newly generated, so that an attacker cannot plant
   * a known one.
   */
  async start(personId: string, { ip, userAgent }: Device): Promise<StartedSession> {
    const { headers, response } = await this.#options.auth.api.openSession({
      body: { personId },
      headers: new Headers({ 'x-forwarded-for': ip, 'user-agent': userAgent.slice(0, LONGEST_USER_AGENT) }),
      returnHeaders: true,
    });
    const token = headers.get('set-auth-token');
    if (token === null) throw new Error('the auth library returned no session token');
    await this.#endOldest(personId);
    return { id: response.id, token, lastsUntilMs: response.beganAtMs + this.#options.times.sessionHours * 3_600_000 };
  }

  /** Ends the person's oldest sessions beyond the maximum number. */
  async #endOldest(personId: string): Promise<void> {
    const { rows } = await this.#options.pool.query<{ id: string }>(
      `delete from session where id in (
         select id from session where person_id = $1 order by created_at desc, id offset ${MOST_PER_PERSON})
       returning id`,
      [personId],
    );
    for (const { id } of rows) this.#forget(id, 'revoked');
  }

  /**
   * Deletes a batch of sessions that expired more than a day ago; other servers may still extend sessions that expired
   * more recently. Returns whether there may be more.
   */
  prune(): Promise<boolean> {
    const expiry = { table: 'session', column: 'expires_at', neededSeconds: 86_400 };
    return deleteExpired(this.#options.pool, expiry, PRUNED_AT_ONCE);
  }

  onEnd(listener: (session: Session, end: SessionEnd) => void): void {
    this.#ends.push(listener);
  }

  async end(session: Session, end: SessionEnd): Promise<void> {
    this.#reasons.set(session.id, end);
    await this.#options.pool.query('delete from session where id = $1', [session.id]);
    this.#forget(session.id, end);
  }

  async endAll(owner: number, end: SessionEnd): Promise<void> {
    for (const id of [...(this.#idsByOwner.get(owner) ?? [])]) {
      this.#reasons.set(id, end);
      this.#forget(id, end);
    }
    await this.#options.pool.query(
      'delete from session using client where session.person_id = client.person_id and client.owner = $1',
      [owner],
    );
  }

  /** Ends one of a client's sessions. False if the client has no session with this id. */
  async endOf(owner: number, id: string, end: SessionEnd): Promise<boolean> {
    this.#reasons.set(id, end);
    const { rowCount } = await this.#options.pool.query(
      'delete from session using client where session.id = $2 and session.person_id = client.person_id and client.owner = $1',
      [owner, id],
    );
    if (rowCount === 1) this.#forget(id, end);
    else this.#reasons.delete(id);
    return rowCount === 1;
  }

  /** Ends all of the client's sessions except this one. Returns how many have ended. */
  async endOthers(session: Session, end: SessionEnd): Promise<number> {
    const { rows } = await this.#options.pool.query<{ id: string }>(
      'delete from session where person_id = $1 and id <> $2 returning id',
      [session.userId, session.id],
    );
    for (const { id } of rows) this.#forget(id, end);
    for (const id of [...(this.#idsByOwner.get(session.owner) ?? [])]) if (id !== session.id) this.#forget(id, end);
    return rows.length;
  }

  /** From now on, orders in all of the client's sessions require the transaction password again. */
  lockTrading(session: Session): void {
    this.#unlocks.lock(session.userId);
  }

  /** Reads a session from the table again because, as far as this server knows, it has expired. */
  async #reload(id: string, token: string, by: Session['by']): Promise<Authenticated> {
    const dropped = this.#drop(id);
    const found = await this.#load(token, by);
    if (typeof found !== 'string') return found;
    this.#forget(id, 'expired');
    for (const session of dropped) for (const listener of this.#ends) listener(session, 'expired');
    return found;
  }

  #use(id: string): void {
    const endsAtMs = this.#lives.get(id)?.use(this.#options.now());
    if (endsAtMs === undefined) return;
    // If the write fails, a later use of the session brings the table up to date.
    this.#options.pool
      .query('update session set expires_at = greatest(expires_at, to_timestamp($2 / 1000.0)) where id = $1', [
        id,
        endsAtMs,
      ])
      .catch(() => undefined);
  }

  #load(token: string, by: Session['by']): Promise<Authenticated> {
    // Concurrent lookups are shared only while this server is notified of sessions that end in the meantime.
    if (this.#line === 0) return this.#read(token, by);
    const key = `${this.#line} ${by} ${token}`;
    const begun = this.#lookups.get(key);
    if (begun !== undefined) return begun;
    const lookup = this.#read(token, by).finally(() => this.#lookups.delete(key));
    this.#lookups.set(key, lookup);
    return lookup;
  }

  async #read(token: string, by: Session['by']): Promise<Authenticated> {
    const line = this.#line;
    const cookie = `${SESSION_COOKIE}=${encodeURIComponent(token)}`;
    const found = await this.#options.auth.api.getSession({ headers: new Headers({ cookie }) });
    if (!found) return 'expired';
    const { rows } = await this.#options.pool.query<{ owner: string; unique_id: string; live: boolean }>(
      `select owner, unique_id, exists (select from session where id = $2) as live from client where person_id = $1`,
      [found.user.id, found.session.id],
    );
    const client = rows[0];
    if (client === undefined || !client.live) return 'expired';
    const unlocks = this.#unlocks;
    const { id, createdAt, expiresAt } = found.session;
    const life = this.#lives.get(id) ?? new SessionLife(this.#options.times, createdAt.getTime(), expiresAt.getTime());
    life.read(expiresAt.getTime());
    if (life.endsAtMs <= this.#options.now()) return 'expired';
    const session: Session = {
      id,
      userId: found.user.id,
      uniqueId: client.unique_id,
      owner: Number(client.owner),
      email: found.user.email,
      get expiresAtMs() {
        return life.endsAtMs;
      },
      by,
      get tradingUnlockedUntilMs() {
        return unlocks.untilMs(this);
      },
      beginUnlock() {
        return unlocks.begin(this);
      },
    };
    const key = `${by} ${token}`;
    const kept = this.#keep(key, session, line);
    if (kept === 'expired') return kept;
    this.#lives.set(id, life);
    this.#use(id);
    return kept;
  }

  #keep(key: string, session: Session, readOnLine: number): Session | 'expired' {
    if (this.#lately.has(session.id)) return 'expired';
    if (readOnLine === 0 || readOnLine !== this.#line) return session;
    if (this.#byKey.size >= MAX_KEPT) this.#dropOldest();
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    this.#byKey.set(key, session);
    this.#keysById.set(session.id, [...(this.#keysById.get(session.id) ?? []), key]);
    this.#idsByOwner.set(session.owner, (this.#idsByOwner.get(session.owner) ?? new Set()).add(session.id));
    return session;
  }

  /** Drops the oldest session from memory. It stays valid, and is read again at its next use. */
  #dropOldest(): void {
    for (const { id } of this.#byKey.values()) {
      this.#drop(id);
      this.#lives.delete(id);
      return;
    }
  }

  #drop(id: string): Session[] {
    const keys = this.#keysById.get(id) ?? [];
    this.#keysById.delete(id);
    return keys.flatMap((key) => {
      const session = this.#byKey.get(key);
      this.#byKey.delete(key);
      if (session === undefined) return [];
      const ids = this.#idsByOwner.get(session.owner);
      ids?.delete(id);
      if (ids?.size === 0) this.#idsByOwner.delete(session.owner);
      return [session];
    });
  }

  #forget(id: string, end: SessionEnd): void {
    this.#reasons.delete(id);
    this.#unlocks.forget(id);
    this.#lives.delete(id);
    this.#lately.add(id);
    setTimeout(() => this.#lately.delete(id), LATELY_MS).unref();
    for (const session of this.#drop(id)) for (const listener of this.#ends) listener(session, end);
  }
}
