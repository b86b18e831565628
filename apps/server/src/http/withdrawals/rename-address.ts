import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';

export const renameAddress: Handler<typeof endpoints.renameAddress> = async ({ services, session, body }) => {
  await services.withdrawals.book.rename(session.owner, body.address_id, body.label);
  return { message: 'success' };
};
