import { CallError } from '@vitrine/ui';
import { create } from 'zustand';
import { type CallResponse, call, onRefusal } from './api.ts';

export type StaffView = CallResponse<'GET /api/v3/console/session'>['staff'];

/** `unknown` only until the first response after page load. */
export type Session =
  | { readonly status: 'unknown' }
  | { readonly status: 'visitor'; readonly ended: boolean }
  | { readonly status: 'staff'; readonly staff: StaffView };

const useSessionStore = create<{ readonly session: Session }>(() => ({ session: { status: 'unknown' } }));

export const currentSession = (): Session => useSessionStore.getState().session;
export const useSession = (): Session => useSessionStore((state) => state.session);

/** The signed-in member of staff; undefined for visitors, and until the session is known. */
export const useStaff = (): StaffView | undefined =>
  useSessionStore(({ session }) => (session.status === 'staff' ? session.staff : undefined));

export const onSessionChange = (listener: (session: Session, before: Session) => void): (() => void) =>
  useSessionStore.subscribe((state, before) => {
    if (state.session !== before.session) listener(state.session, before.session);
  });

/** Stores the response to a sign-in. Scripts cannot read the session's cookie. */
export const enter = (staff: StaffView): void => useSessionStore.setState({ session: { status: 'staff', staff } });

export async function signOut(): Promise<void> {
  await call('POST /api/v3/console/logout', { outlivesPage: true }).catch((error: unknown) => {
    if (!(error instanceof CallError) || error.status !== 401) throw error;
  });
  leave(false);
}

/** `ended`: the session ended, but not by signing out; the sign-in page says so. */
const leave = (ended: boolean): void => useSessionStore.setState({ session: { status: 'visitor', ended } });

export function startSession(): void {
  onRefusal(({ code }) => {
    if (currentSession().status !== 'staff') return;
    if (code === 'not_authenticated' || code === 'session_expired') leave(true);
  });
  call('GET /api/v3/console/session').then(
    ({ staff }) => enter(staff),
    () => leave(false),
  );
}
