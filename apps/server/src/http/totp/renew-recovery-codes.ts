import type { endpoints } from '@vitrine/contract';
import { demandPassword } from '../demand-password.ts';
import type { Handler } from '../handler.ts';
import { demandCode } from './demand-code.ts';

export const renewRecoveryCodes: Handler<typeof endpoints.totpRecoveryCodes> = async (call) => {
  const { services, session, body, device } = call;
  await demandPassword(call, body.password);
  await demandCode(call, body.code);
  const codes = await services.access.authenticators.renewRecoveryCodes(session.userId);
  await services.access.changes.tellOfRecoveryCodes(session, device);
  return { recovery_codes: [...codes] };
};
