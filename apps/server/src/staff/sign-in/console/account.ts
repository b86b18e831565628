import { ApiError } from '../../../kit/api-error.ts';
import type { Handler } from '../../services.ts';
import { rememberBrowser } from './console-cookie.ts';

export const consoleChangePassword: Handler<'consoleChangePassword'> = async (call) => {
  const { services, session, body } = call;
  if (body.new_password !== body.new_password_confirmation) throw new ApiError('password_mismatch');
  const { password, new_password, code } = body;
  rememberBrowser(call, await services.staff.signIn.changePassword(session, password, new_password, code));
  return { message: 'success' };
};

export const consolePasskeyOptions: Handler<'consolePasskeyOptions'> = async ({ services, session, body, origin }) => {
  await services.staff.signIn.confirm(session, body.code);
  return { options: { ...(await services.staff.passkeys.offer(session, origin)) } };
};

export const consoleAddPasskey: Handler<'consoleAddPasskey'> = async (call) => {
  const { services, session, body, origin } = call;
  await services.staff.passkeys.add(session, body.name, body.response, origin);
  return { message: 'success' };
};

export const consoleRemovePasskey: Handler<'consoleRemovePasskey'> = async (call) => {
  const { services, session, body } = call;
  await services.staff.signIn.confirm(session, body.code);
  await services.staff.passkeys.remove(session, body.id);
  return { message: 'success' };
};

export const consoleRecoveryCodes: Handler<'consoleRecoveryCodes'> = async (call) => {
  const { services, session, body } = call;
  return { recovery_codes: await services.staff.signIn.renewRecoveryCodes(session, body.code) };
};

export const consoleEndSession: Handler<'consoleEndSession'> = async ({ services, session, body }) => {
  if (!(await services.staff.sessions.end(session.staffId, body.id))) throw new ApiError('not_found');
  return { message: 'success' };
};
