import { toast } from '@vitrine/ui';
import { ApiError, call, errorText } from './api.ts';
import {
  currentPreferences,
  type Kept,
  MOST_FAVORITES,
  PERSONAL,
  pageLanguage,
  usePreferences,
  validPreferences,
} from './preferences.ts';
import { currentSession, onSessionChange } from './session.ts';
import { readStored, writeStored } from './stored.ts';

type Name = keyof Kept;

/** True while preferences from the server are being applied: these changes are not sent back. */
let isTaking = false;

/** Saves the preferences of the signed-in client to their account, so that they apply on every device. */
export function startPreferences(): void {
  onSessionChange((session, before) => {
    // Unsaved preferences must not be saved to the account of the next person who signs in here.
    if (session.status === 'visitor') {
      writeUnsaved([]);
      unsent.clear();
    }
    if (session.status === 'visitor' && before.status === 'client') usePreferences.getState().set(PERSONAL);
    if (session.status === 'client' && before.status !== 'client') void take();
  });
  usePreferences.subscribe((now, before) => {
    if (isTaking) return;
    const { status } = currentSession();
    if (status === 'visitor') keepVisitorStars(before.favorite_coins, now.favorite_coins);
    if (status !== 'client') return;
    const { set: _, ...kept } = now;
    const changed = (Object.keys(kept) as Name[]).filter((name) => before[name] !== now[name]);
    if (changed.length > 0) void save(changed);
  });
}

async function take(): Promise<void> {
  // Preferences that could not be saved before the last page load are newer than the server's, so they are sent first.
  const left = unsaved();
  if (left.length > 0) await save(left);
  const { set, ...before } = usePreferences.getState();
  try {
    const { preferences } = await call('GET /api/v3/preferences');
    isTaking = true;
    // Preferences that were changed while the request was in flight are newer than the response, so they stay.
    const now = usePreferences.getState();
    const waiting = new Set(unsaved());
    // Personal preferences that the response lacks are cleared: the values stored in this browser may be someone
    // else's.
    const untouched = (Object.entries(validPreferences({ ...PERSONAL, ...preferences })) as [Name, unknown][]).filter(
      ([name]) => now[name] === before[name] && !waiting.has(name),
    );
    set(Object.fromEntries(untouched));
    if (preferences.language === undefined) void keepLanguage();
  } catch {
    // If the preferences cannot be loaded, those stored in this browser apply until the next page load or sign-in.
  } finally {
    isTaking = false;
  }
  addVisitorStars();
}

/** The language in which a client first signs in is that of their account, so that emails are in it too. */
async function keepLanguage(): Promise<void> {
  await call('POST /api/v3/preferences', { body: { language: pageLanguage }, background: true }).catch(() => undefined);
}

/** Preferences that may each be as large as the largest allowed request, so each is sent in its own request. */
const LARGE: readonly Name[] = ['charts', 'saved_layouts'];

/** The requests in flight and waiting. One at a time, because an older value that arrives last would replace a newer one. */
let sending: Promise<void> = Promise.resolve();
/** Preferences that changed since the last request was sent; those changed again meanwhile are sent once. */
const unsent = new Set<Name>();

/** Sends the current values of these preferences, even while the page is being left. */
function save(names: readonly Name[]): Promise<void> {
  writeUnsaved([...new Set([...unsaved(), ...names])]);
  for (const name of names) unsent.add(name);
  sending = sending.then(sendWaiting);
  return sending;
}

async function sendWaiting(): Promise<void> {
  const names = [...unsent];
  unsent.clear();
  const alone = names.filter((name) => LARGE.includes(name));
  const together = names.filter((name) => !LARGE.includes(name));
  await Promise.all([...alone.map((name) => [name]), together].filter((each) => each.length > 0).map(send));
}

async function send(names: readonly Name[]): Promise<void> {
  const sent = Object.fromEntries(names.map((name) => [name, currentPreferences()[name]])) as Partial<Kept>;
  try {
    await call('POST /api/v3/preferences', { body: sent, outlivesPage: true });
  } catch (error) {
    toast.error(errorText(error));
    // A refused request would be refused again; one without a response is resent at the next page load.
    if (!(error instanceof ApiError) || error.retryable) return;
  }
  const isSettled = (name: Name) => name in sent && currentPreferences()[name] === sent[name];
  writeUnsaved(unsaved().filter((name) => !isSettled(name)));
}

const UNSAVED = 'preferences.unsaved';
const isNames = (value: unknown): value is Name[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string' && Object.hasOwn(currentPreferences(), name));
const unsaved = (): readonly Name[] => readStored(UNSAVED, isNames) ?? [];
const writeUnsaved = (names: readonly Name[]): void => writeStored(UNSAVED, names.length === 0 ? undefined : names);

const VISITOR_STARS = 'favorites.visitor';
const areCoins = (value: unknown): value is readonly string[] =>
  validPreferences({ favorite_coins: value }).favorite_coins !== undefined;
const visitorStars = (): readonly string[] => readStored(VISITOR_STARS, areCoins) ?? [];

/**
 * Remembers the coins that a visitor stars, separately from the favorites that an earlier client left in this browser.
 */
function keepVisitorStars(before: readonly string[], now: readonly string[]): void {
  if (before === now) return;
  const added = now.filter((coin) => !before.includes(coin));
  const stars = [...visitorStars().filter((coin) => now.includes(coin)), ...added];
  writeStored(VISITOR_STARS, stars.length === 0 ? undefined : stars);
}

/** Adds coins starred before sign-in to the account's favorites. */
function addVisitorStars(): void {
  const { favorite_coins: kept } = currentPreferences();
  const added = visitorStars().filter((coin) => !kept.includes(coin));
  writeStored(VISITOR_STARS, undefined);
  if (added.length > 0) usePreferences.getState().set({ favorite_coins: [...kept, ...added].slice(-MOST_FAVORITES) });
}
