import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../../../kit/api-error.ts';
import type { Handler } from '../../services.ts';
import { demandFactor } from '../demand-factor.ts';
import { demandPassword } from '../demand-password.ts';

export const removePasskey: Handler<typeof endpoints.removePasskey> = async (call) => {
  const { services, session, body, device } = call;
  const { passkeys, changes } = services.access;
  const { id, mailed_code: mailedCode } = body;
  await demandPassword(call, body.password);
  // Before a code is asked for: it would be used up for nothing.
  if (!(await passkeys.of(session.userId)).some((passkey) => passkey.id === id)) throw new ApiError('passkey_unknown');
  const byMail = mailedCode !== undefined;
  if (byMail) await services.security.codes.redeem(session, 'passkey_removal', mailedCode, device);
  else await demandFactor(call, body);
  await changes.change(session, device, { kind: 'passkey_removed', holds: true }, (transaction) =>
    passkeys.remove(transaction, session.userId, { id, confirmed: !byMail }),
  );
  return { message: 'success' };
};
