import { ApiError } from '../../kit/api-error.ts';
import { passkeyRemovalCodeMail } from '../../notifications/mail/mails.ts';
import type { Handler } from '../services.ts';
import { demandFactor } from './demand-factor.ts';
import { demandPassword } from './demand-password.ts';

export const getPasskeys: Handler<'passkeys'> = async ({ services, session }) => {
  const passkeys = await services.access.passkeys.of(session.userId);
  return {
    passkeys: passkeys.map(({ id, name, createdAtMs, usedAtMs }) => ({
      id,
      name,
      created_at: createdAtMs,
      used_at: usedAtMs ?? 0,
    })),
  };
};

export const getPasskeyConfirmation: Handler<'passkeyConfirmation'> = ({ services, session, origin }) =>
  services.access.passkeys.askToConfirm({ personId: session.userId, sessionId: session.id }, origin);

export const getPasskeyOptions: Handler<'passkeyOptions'> = async (call) => {
  const { services, session, body, origin } = call;
  await demandPassword(call, body.password);
  // Checked before the code, so that a refused request does not use up the code.
  await services.access.passkeys.demandFree(session.userId);
  const confirmed = await demandFactor(call, body);
  const holder = { personId: session.userId, sessionId: session.id };
  return services.access.passkeys.offer(holder, { account: session.email, origin, confirmed });
};

export const addPasskey: Handler<'addPasskey'> = async (call) => {
  const { services, session, body, origin, device } = call;
  const name = body.name.trim();
  const adder = { personId: session.userId, sessionId: session.id };
  const { passkeys, changes } = services.access;
  const made = await passkeys.made(adder, origin, { ...body, name });
  await changes.change(session, device, { kind: 'passkey_added', details: { name } }, (transaction) =>
    passkeys.add(transaction, session.userId, made),
  );
  return { message: 'success' };
};

export const removePasskey: Handler<'removePasskey'> = async (call) => {
  const { services, session, body, device } = call;
  const { passkeys, changes } = services.access;
  const { id, mailed_code: mailedCode } = body;
  await demandPassword(call, body.password);
  // Checked before the code, so that a refused request does not use up the code.
  if (!(await passkeys.of(session.userId)).some((passkey) => passkey.id === id)) throw new ApiError('passkey_unknown');
  const byMail = mailedCode !== undefined;
  if (byMail) await services.security.codes.redeem(session, 'passkey_removal', mailedCode, device);
  else await demandFactor(call, body);
  await changes.change(session, device, { kind: 'passkey_removed', holds: true }, (transaction) =>
    passkeys.remove(transaction, session.userId, { id, confirmed: !byMail }),
  );
  return { message: 'success' };
};

export const sendPasskeyRemovalCode: Handler<'sendPasskeyRemovalCode'> = async (call) => {
  const { services, session, device } = call;
  await services.security.codes.mail(session, 'passkey_removal', passkeyRemovalCodeMail, device);
  return { message: 'success' };
};

export const getPasskeyChallenge: Handler<'passkeyChallenge'> = ({ services, origin }) =>
  services.access.passkeys.ask(origin);
