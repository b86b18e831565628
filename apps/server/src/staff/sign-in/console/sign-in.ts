import { STAFF_COOKIE } from '../../../http/staff-session.ts';
import { ApiError } from '../../../kit/api-error.ts';
import type { Handler } from '../../services.ts';
import { DEVICE_COOKIE, enterConsole } from './console-cookie.ts';

export const consoleLogin: Handler<'consoleLogin'> = ({ services, body, device, cookie }) =>
  services.staff.signIn.password(body.email, body.password, device, cookie(DEVICE_COOKIE));

export const consoleWelcome: Handler<'consoleWelcome'> = ({ services, body, device }) => {
  if (body.password !== body.password_confirmation) throw new ApiError('password_mismatch');
  return services.staff.signIn.welcome(body.token, body.password, device);
};

export const consoleEnrol: Handler<'consoleEnrol'> = async (call) => {
  const { services, body, device } = call;
  const { recoveryCodes, ...signedIn } = await services.staff.signIn.enrol(body.ticket, body.code, device);
  return { ...(await enterConsole(call, signedIn)), recovery_codes: recoveryCodes };
};

export const consoleSecondFactor: Handler<'consoleSecondFactor'> = async (call) => {
  const { services, body, device } = call;
  return enterConsole(call, await services.staff.signIn.secondFactor(body.ticket, body.code, device));
};

export const consolePasskeyChallenge: Handler<'consolePasskeyChallenge'> = async ({ services, body, origin }) => ({
  options: { ...(await services.staff.signIn.passkeyChallenge(body.ticket, origin)) },
});

export const consolePasskeyLogin: Handler<'consolePasskeyLogin'> = async (call) => {
  const { services, body, origin, device } = call;
  const { ticket, response } = body;
  return enterConsole(call, await services.staff.signIn.passkey(ticket, response, origin, device));
};

export const consoleSession: Handler<'consoleSession'> = ({ session }) => {
  const { staffId, name, email, roles, expiresAtMs, decidesFromMs } = session;
  return {
    staff: { id: staffId, name, email, roles: [...roles] },
    expires_at: expiresAtMs,
    decides_from: decidesFromMs,
  };
};

export const consoleLogout: Handler<'consoleLogout'> = async ({ services, session, clearCookie, clearCache }) => {
  await services.staff.sessions.end(session.staffId, session.id);
  clearCookie(STAFF_COOKIE);
  clearCache();
  return { message: 'success' };
};
