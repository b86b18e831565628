/** The handler of each of this module’s endpoints. */
export { consoleAskToClosePosition } from './console/close-position.ts';
export { consoleEndClientSessions } from './console/end-client-sessions.ts';
export { consoleClient } from './console/get-client.ts';
export { consoleClients } from './console/list-clients.ts';
export { revealClientField } from './console/reveal-client-field.ts';
export { accountLimits } from './http/account-limits.ts';
export { getProfile as profile } from './http/get-profile.ts';
export { getSecurity as security } from './http/get-security.ts';
export { getSession as session } from './http/get-session.ts';
export { getPreferences as preferences, setPreferences } from './http/preferences.ts';
export { updateProfile } from './http/update-profile.ts';
