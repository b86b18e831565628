import { toast } from '@vitrine/ui';
import { call, errorText } from './api.ts';
import { type Kept, usePreferences, validPreferences } from './preferences.ts';
import { currentSession, onSessionChange } from './session.ts';

/** What comes from the server is not sent back to it. */
let isTaking = false;

/** Keeps the choices of who is signed in with their account: they hold on every device. */
export function startPreferences(): void {
  onSessionChange((session, before) => {
    if (session.status === 'client' && before.status !== 'client') void take();
  });
  usePreferences.subscribe((now, before) => {
    if (isTaking || currentSession().status !== 'client') return;
    const { set: _, ...kept } = now;
    const changed = Object.entries(kept).filter(([name, value]) => before[name as keyof Kept] !== value);
    if (changed.length > 0) void send(Object.fromEntries(changed));
  });
}

async function take(): Promise<void> {
  const { set, ...before } = usePreferences.getState();
  try {
    const { preferences } = await call('GET /api/v3/preferences');
    isTaking = true;
    // What was chosen while the answer was on its way is newer than it.
    const now = usePreferences.getState();
    const untouched = Object.entries(validPreferences(preferences)).filter(
      ([name]) => now[name as keyof Kept] === before[name as keyof Kept],
    );
    set(Object.fromEntries(untouched));
  } catch {
    // This browser's stored preferences apply until the next time.
  } finally {
    isTaking = false;
  }
}

async function send(changes: Partial<Kept>): Promise<void> {
  try {
    await call('POST /api/v3/preferences', { body: changes });
  } catch (error) {
    toast.error(errorText(error));
  }
}
