import type { Calls } from '@vitrine/contract';
import { create } from 'zustand';
import { type ApiError, call, onRefusal } from './api.ts';
import { stream } from './use-stream.ts';

export type Client = NonNullable<Calls['GET /api/v3/session']['response']['client']>;

/** `unknown` only until the first answer after the page was loaded. */
export type Session =
  | { readonly status: 'unknown' }
  | { readonly status: 'visitor' }
  | { readonly status: 'client'; readonly client: Client };

/** Where one learned of it: while signed in, or when trying to. */
export type FrozenNotice = 'session' | 'signIn';

type SessionStore = {
  readonly session: Session;
  /** The account has been frozen: its notice stands until it is read. */
  readonly frozenNotice: FrozenNotice | undefined;
};

const useSessionStore = create<SessionStore>(() => ({ session: { status: 'unknown' }, frozenNotice: undefined }));

export const currentSession = (): Session => useSessionStore.getState().session;
export const useSession = (): Session => useSessionStore((state) => state.session);
export const useFrozenNotice = (): FrozenNotice | undefined => useSessionStore((state) => state.frozenNotice);

/** The signed-in client; undefined for visitors and until it is known. */
export const useClient = (): Client | undefined =>
  useSessionStore((state) => (state.session.status === 'client' ? state.session.client : undefined));

export const onSessionChange = (listener: (session: Session, before: Session) => void): (() => void) =>
  useSessionStore.subscribe((state, before) => {
    if (state.session !== before.session) listener(state.session, before.session);
  });

/** Takes in what signing in answered. The cookie that carries the session is out of reach of scripts. */
export function enter(client: Client): void {
  // First the connection, so that what listens to the new session asks over the one that carries it.
  stream.reconnect();
  useSessionStore.setState({ session: { status: 'client', client } });
}

/** Asks who is signed in; the answer decides what guarded pages do. */
export async function refreshSession(): Promise<void> {
  try {
    // Answers visitors too, so that nothing fails for them.
    const { client } = await call('GET /api/v3/session');
    if (client === null) return currentSession().status === 'client' ? leave({ frozen: false }) : becomeVisitor();
    if (client.status === 'FREEZE_ACCOUNT') return leave({ frozen: true });
    useSessionStore.setState({ session: { status: 'client', client } });
  } catch {
    // A server that cannot be reached says nothing about who one is: what is known stays, a newcomer is a visitor.
    if (currentSession().status === 'unknown') becomeVisitor();
  }
}

export async function signOut(): Promise<void> {
  try {
    await call('POST /api/v3/logout');
  } catch (error) {
    if ((error as ApiError).status !== 401) throw error;
  }
  leave({ frozen: false });
}

export const dismissFrozenNotice = (): void => useSessionStore.setState({ frozenNotice: undefined });
export const showFrozenNotice = (frozenNotice: FrozenNotice): void => useSessionStore.setState({ frozenNotice });

function leave({ frozen }: { readonly frozen: boolean }): void {
  becomeVisitor();
  if (frozen) showFrozenNotice('session');
  stream.reconnect();
}

function becomeVisitor(): void {
  if (currentSession().status !== 'visitor') useSessionStore.setState({ session: { status: 'visitor' } });
}

/** The account is looked at on load and every five minutes; a freeze or a revoked session shows at the next call anyway. */
const CHECK_EVERY_MS = 300_000;

export function startSession(): void {
  onSessionChange(listenForTheEnd);
  void refreshSession();
  setInterval(() => {
    if (currentSession().status === 'client') void refreshSession();
  }, CHECK_EVERY_MS);
  onRefusal(({ code }) => {
    if (currentSession().status !== 'client') return;
    if (code === 'account_frozen') leave({ frozen: true });
    if (code === 'not_authenticated' || code === 'session_expired') leave({ frozen: false });
  });
}

let stopListening: (() => void) | undefined;

/** A session that is ended elsewhere (revoked, expired, frozen) ends here in the same moment, on whatever page. */
function listenForTheEnd({ status }: Session): void {
  if (status !== 'client') {
    stopListening?.();
    stopListening = undefined;
    return;
  }
  stopListening ??= stream.listen({ channel: 'private' }, (message) => {
    if (message.type === 'signed_out') leave({ frozen: message.reason === 'frozen' });
  });
}
