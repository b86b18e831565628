import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';

export const sendTransactionPasswordCode: Handler<typeof endpoints.sendTransactionPasswordCode> = async ({
  services,
  session,
  ip,
  userAgent,
}) => {
  await services.security.transactionPassword.sendCode(session, { ip, userAgent });
  return { message: 'success' };
};
