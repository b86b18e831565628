import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';

export const enrolTotp: Handler<typeof endpoints.totpEnrol> = async ({ services, session, body, device }) => {
  const { authenticators, changes } = services.access;
  const secret = await authenticators.proved(session.userId, body.code);
  const drawn = await authenticators.drawRecoveryCodes();
  await changes.change(session, device, { kind: 'authenticator_enrolled' }, (transaction) =>
    authenticators.enrol(transaction, session.userId, secret, drawn),
  );
  return { recovery_codes: drawn.codes };
};
