import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';

export const sendTransactionPasswordCode: Handler<typeof endpoints.sendTransactionPasswordCode> = async ({
  services,
  session,
  device,
}) => {
  await services.security.transactionPassword.sendCode(session, device);
  return { message: 'success' };
};
