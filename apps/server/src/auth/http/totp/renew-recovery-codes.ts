import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';
import { demandPassword } from '../demand-password.ts';
import { demandCode } from './demand-code.ts';

export const renewRecoveryCodes: Handler<typeof endpoints.totpRecoveryCodes> = async (call) => {
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
