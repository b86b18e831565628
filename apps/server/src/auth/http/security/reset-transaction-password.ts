import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';

export const resetTransactionPassword: Handler<typeof endpoints.resetTransactionPassword> = async ({
  services,
  session,
  body,
  device,
}) => {
  const { password: accountPassword, transactionPassword: password, verification_code: code } = body;
  const form = { accountPassword, password, code };
  return { message: await services.security.transactionPassword.reset(session, form, device) };
};
