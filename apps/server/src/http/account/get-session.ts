import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';

export const getSession: Handler<typeof endpoints.session> = async ({ services, session }) => ({
  client: session === undefined ? null : await services.accounts.view(session),
});
