import type { HandlersOf } from '../http/handler.ts';
import { consoleEndClientSessions } from './console/end-client-sessions.ts';
import { consoleClient } from './console/get-client.ts';
import { consoleClients } from './console/list-clients.ts';
import { revealClientField } from './console/reveal-client-field.ts';
import { accountLimits } from './http/account-limits.ts';
import { getProfile } from './http/get-profile.ts';
import { getSecurity } from './http/get-security.ts';
import { getSession } from './http/get-session.ts';
import { getPreferences, setPreferences } from './http/preferences.ts';
import { updateProfile } from './http/update-profile.ts';
import type { Services } from './services.ts';

/** The handlers of this module’s endpoints. */
export const handlers = {
  session: getSession,
  profile: getProfile,
  updateProfile,
  preferences: getPreferences,
  setPreferences,
  security: getSecurity,
  accountLimits,
  consoleClients,
  consoleClient,
  revealClientField,
  consoleEndClientSessions,
} satisfies HandlersOf<Services>;
