import type { Handler } from '../services.ts';

export const getPreferences: Handler<'preferences'> = async ({ services, session, storedJson }) =>
  storedJson(`{"preferences":${await services.preferences.of(session.owner)}}`);

export const setPreferences: Handler<'setPreferences'> = async (call) => {
  const { services, session, body, storedJson } = call;
  return storedJson(`{"preferences":${await services.preferences.change(session.owner, body)}}`);
};
