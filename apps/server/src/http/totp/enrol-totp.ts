import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';

export const enrolTotp: Handler<typeof endpoints.totpEnrol> = async ({ services, session, body, device }) => {
  const codes = await services.access.authenticators.enrol(session.userId, body.code);
  await services.access.changes.tell(session, device, { kind: 'authenticator_enrolled' });
  return { recovery_codes: [...codes] };
};
