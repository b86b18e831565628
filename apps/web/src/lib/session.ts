import type { Calls, StreamMessage } from '@vitrine/contract';
import { create } from 'zustand';
import { type ApiError, call, onRefusal } from './api.ts';
import { readStored, writeStored } from './stored.ts';
import { stream } from './use-stream.ts';

type SessionResponse = Calls['GET /api/v3/session']['response'];
export type Client = NonNullable<SessionResponse['client']>;
/** A restriction that is currently in force on the account. */
export type RestrictionInForce = SessionResponse['restrictions'][number];

/** `unknown` only until the first response after the page was loaded. */
export type Session =
  | { readonly status: 'unknown' }
  | { readonly status: 'visitor' }
  | { readonly status: 'client'; readonly client: Client; readonly restrictions: readonly RestrictionInForce[] };

/** The notice that the account is frozen, with the details known so far. */
export interface FrozenNotice {
  /** When the freeze was noticed: while the client was signed in, or when they signed in. */
  readonly from: 'session' | 'signIn';
  readonly freeze?: Freeze | undefined;
  /** The account's email, if known. */
  readonly email?: string;
  /** With this ticket, a client whose identity has just been verified can appeal without a session. */
  readonly ticket?: string;
}
export type Freeze = NonNullable<Extract<StreamMessage, { type: 'signed_out' }>['freeze']>;

type SessionStore = {
  readonly session: Session;
  /** Set when the account is found to be frozen; stays until the notice is dismissed. */
  readonly frozenNotice: FrozenNotice | undefined;
};

const useSessionStore = create<SessionStore>(() => ({ session: { status: 'unknown' }, frozenNotice: undefined }));

export const currentSession = (): Session => useSessionStore.getState().session;
export const useSession = (): Session => useSessionStore((state) => state.session);
export const useFrozenNotice = (): FrozenNotice | undefined => useSessionStore((state) => state.frozenNotice);

/** The signed-in client; undefined for visitors, and until the session is known. */
export const useClient = (): Client | undefined =>
  useSessionStore((state) => (state.session.status === 'client' ? state.session.client : undefined));

/**
 * The storage key for whether someone was signed in when this browser last checked: not secret, and only a guess until
 * the first response.
 */
const HINT = 'signed-in';
const wasClient = readStored(HINT, (value): value is true => value === true) ?? false;

/**
 * Whether a client is probably signed in, so that the page frame need not wait for the first response. It decides
 * nothing else.
 */
export const useIsLikelyClient = (): boolean => {
  const { status } = useSession();
  return status === 'unknown' ? wasClient : status === 'client';
};

const NONE: readonly RestrictionInForce[] = [];

/** The restrictions in force on the signed-in client's account; part of the session, so that every page has them. */
export const useRestrictionsInForce = (): readonly RestrictionInForce[] =>
  useSessionStore((state) => (state.session.status === 'client' ? state.session.restrictions : NONE));

export const onSessionChange = (listener: (session: Session, before: Session) => void): (() => void) =>
  useSessionStore.subscribe((state, before) => {
    if (state.session !== before.session) listener(state.session, before.session);
  });

/** Applies the response to a sign-in. The session itself is in an HttpOnly cookie. */
export function enter(client: Client): void {
  // Reconnect first, so that listeners for the new session subscribe over a connection that carries this session.
  stream.reconnect();
  useSessionStore.setState({ session: { status: 'client', client, restrictions: NONE } });
  void refreshSession();
}

/**
 * The waiting times before each retry if the first request for the session fails: a brief network failure must not send
 * the client to sign-in.
 */
const RETRY_MS = [1_000, 3_000];

/** Asks the server who is signed in; guarded pages redirect depending on the response. */
export async function refreshSession(tries = 0): Promise<void> {
  try {
    // Visitors get a response too, not an error.
    const { client, restrictions } = await call('GET /api/v3/session');
    if (client === null) return currentSession().status === 'client' ? leave() : becomeVisitor();
    if (client.status === 'FREEZE_ACCOUNT') return leave({ from: 'session', email: client.email });
    useSessionStore.setState({ session: { status: 'client', client, restrictions } });
  } catch {
    // An unreachable server says nothing about the session: a known session stays; if it is unknown, the user
    // is treated as a visitor after the last retry.
    if (currentSession().status !== 'unknown') return;
    const waitMs = RETRY_MS[tries];
    if (waitMs === undefined) return becomeVisitor();
    setTimeout(() => {
      if (currentSession().status === 'unknown') void refreshSession(tries + 1);
    }, waitMs);
  }
}

export async function signOut(): Promise<void> {
  try {
    await call('POST /api/v3/logout', { outlivesPage: true });
  } catch (error) {
    if ((error as ApiError).status !== 401) throw error;
  }
  leave();
}

export const dismissFrozenNotice = (): void => useSessionStore.setState({ frozenNotice: undefined });
export const showFrozenNotice = (frozenNotice: FrozenNotice): void => useSessionStore.setState({ frozenNotice });

function leave(frozen?: FrozenNotice): void {
  becomeVisitor();
  if (frozen) showFrozenNotice(frozen);
  stream.reconnect();
}

function becomeVisitor(): void {
  if (currentSession().status !== 'visitor') useSessionStore.setState({ session: { status: 'visitor' } });
}

/**
 * The session is checked on load and at this interval; a freeze or revocation is in any case noticed with the next
 * call.
 */
const CHECK_EVERY_MS = 300_000;

export function startSession(): void {
  onSessionChange(followSession);
  onSessionChange(({ status }) => writeStored(HINT, status === 'client' || undefined));
  void refreshSession();
  setInterval(() => {
    if (currentSession().status === 'client') void refreshSession();
  }, CHECK_EVERY_MS);
  onRefusal(({ code }) => {
    const session = currentSession();
    if (session.status !== 'client') return;
    if (code === 'account_frozen') leave({ from: 'session', email: session.client.email });
    if (code === 'not_authenticated' || code === 'session_expired') leave();
  });
}

let stopListening: (() => void) | undefined;

/**
 * A session that is ended elsewhere (revoked, expired, frozen) ends here immediately, on any page. New restrictions
 * appear immediately too.
 */
function followSession({ status }: Session): void {
  if (status !== 'client') {
    stopListening?.();
    stopListening = undefined;
    return;
  }
  stopListening ??= stream.listen({ channel: 'private' }, (message) => {
    if (message.type === 'signed_out') end(message);
    // A new connection starts with a snapshot and does not repeat earlier changes, so the session is read again.
    else if (message.type === 'private_snapshot' || isAboutRestrictions(message)) void refreshSession();
  });
}

function end({ reason, freeze }: Extract<StreamMessage, { type: 'signed_out' }>): void {
  const session = currentSession();
  const email = session.status === 'client' ? { email: session.client.email } : {};
  leave(reason === 'frozen' ? { from: 'session', freeze, ...email } : undefined);
}

/** Whether a message says that a restriction was set or has ended, or that an appeal against one was answered. */
export const isAboutRestrictions = (message: StreamMessage): boolean =>
  message.type === 'notification' && /^(restriction|objection)_/.test(message.kind);
