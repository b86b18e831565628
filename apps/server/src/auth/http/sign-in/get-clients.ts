import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../../../kit/api-error.ts';
import type { Handler } from '../../services.ts';

export const getClients: Handler<typeof endpoints.clients> = async ({ services, session, query }) => {
  if (query.client_id !== undefined && query.client_id !== session.uniqueId) throw new ApiError('not_yours');
  const clients = await services.accounts.view(session);
  return { clients, verified: clients.user.account_status === 'Verified' };
};
