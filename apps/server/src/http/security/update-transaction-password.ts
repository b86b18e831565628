import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';

export const updateTransactionPassword: Handler<typeof endpoints.updateTransactionPassword> = async ({
  services,
  session,
  body,
  ip,
  userAgent,
}) => {
  const { oldTransactionPassword, transactionPassword } = body;
  const { transactionPassword: passwords } = services.security;
  const device = { ip, userAgent };
  return { message: await passwords.change(session, oldTransactionPassword, transactionPassword, device) };
};
