import type { Handler } from '../services.ts';
import { demandCode } from './demand-code.ts';
import { demandFactor } from './demand-factor.ts';
import { demandPassword } from './demand-password.ts';

export const getTotp: Handler<'totp'> = async ({ services, session }) => {
  const { authenticators } = services.access;
  return {
    is_enrolled: await authenticators.isEnrolled(session.userId),
    recovery_codes_left: await authenticators.recoveryCodesLeft(session.userId),
  };
};

export const offerTotp: Handler<'totpOffer'> = async (call) => {
  await demandPassword(call, call.body.password);
  const { session, services } = call;
  const { authenticators } = services.access;
  // Checked before the code, so that a refused request does not use up a recovery code.
  await authenticators.demandFree(session.userId);
  const confirmed = await demandFactor(call, call.body);
  const { uri, key } = await authenticators.offer(session.userId, { account: session.email, confirmed });
  return { uri, key };
};

export const enrolTotp: Handler<'totpEnrol'> = async ({ services, session, body, device }) => {
  const { authenticators, changes } = services.access;
  const secret = await authenticators.proved(session.userId, body.code);
  const drawn = await authenticators.drawRecoveryCodes();
  await changes.change(session, device, { kind: 'authenticator_enrolled' }, (transaction) =>
    authenticators.enrol(transaction, session.userId, secret, drawn),
  );
  return { recovery_codes: drawn.codes };
};

export const removeTotp: Handler<'totpRemove'> = async (call) => {
  const { services, session, body, device } = call;
  await demandPassword(call, body.password);
  await demandCode(call, body.code);
  const { authenticators, changes } = services.access;
  await changes.change(session, device, { kind: 'authenticator_removed', holds: true }, (transaction) =>
    authenticators.remove(transaction, session.userId),
  );
  return { message: 'success' };
};

export const renewRecoveryCodes: Handler<'totpRecoveryCodes'> = async (call) => {
  const { services, session, body, device } = call;
  await demandPassword(call, body.password);
  const { authenticators, changes } = services.access;
  await authenticators.countRecoveryCodes(session.userId);
  await demandCode(call, body.code);
  const drawn = await authenticators.drawRecoveryCodes();
  await changes.change(session, device, { kind: 'recovery_codes_made' }, (transaction) =>
    authenticators.storeRecoveryCodes(transaction, session.userId, drawn),
  );
  return { recovery_codes: drawn.codes };
};
