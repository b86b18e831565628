import { ApiError } from '../../../kit/api-error.ts';
import type { Handler } from '../../services.ts';

export const getAccountClient: Handler<'accountClient'> = async ({ services, session }) => {
  const client = await services.accounts.view(session);
  return { client, status: client.status };
};

export const getClients: Handler<'clients'> = async ({ services, session, query }) => {
  if (query.client_id !== undefined && query.client_id !== session.uniqueId) throw new ApiError('not_yours');
  const clients = await services.accounts.view(session);
  return { clients, verified: clients.user.account_status === 'Verified' };
};

export const setTransactionPassword: Handler<'setTransactionPassword'> = async ({
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
