import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';

export const updateTransactionPassword: Handler<typeof endpoints.updateTransactionPassword> = async ({
  services,
  session,
  body,
  device,
}) => {
  const { oldTransactionPassword, transactionPassword } = body;
  const { transactionPassword: passwords } = services.security;
  return { message: await passwords.change(session, oldTransactionPassword, transactionPassword, device) };
};
