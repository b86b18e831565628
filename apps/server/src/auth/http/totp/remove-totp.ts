import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';
import { demandPassword } from '../demand-password.ts';
import { demandCode } from './demand-code.ts';

export const removeTotp: Handler<typeof endpoints.totpRemove> = async (call) => {
  const { services, session, body, device } = call;
  await demandPassword(call, body.password);
  await demandCode(call, body.code);
  const { authenticators, changes } = services.access;
  await changes.change(session, device, { kind: 'authenticator_removed', holds: true }, (transaction) =>
    authenticators.remove(transaction, session.userId),
  );
  return { message: 'success' };
};
