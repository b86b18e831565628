import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../../../kit/api-error.ts';
import type { Handler } from '../../services.ts';

export const setTransactionPassword: Handler<typeof endpoints.setTransactionPassword> = async ({
  services,
  session,
  body,
  device,
}) => {
  if (body.transaction_password !== body.transaction_password_confirmation) throw new ApiError('password_mismatch');
  const form = { accountPassword: body.password, password: body.transaction_password };
  await services.security.transactionPassword.set(session, form, device);
  return { message: 'success' };
};
