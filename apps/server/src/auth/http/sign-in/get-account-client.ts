import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';

export const getAccountClient: Handler<typeof endpoints.accountClient> = async ({ services, session }) => {
  const client = await services.accounts.view(session);
  return { client, status: client.status };
};
