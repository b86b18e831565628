import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';
import { demandTransactionPassword } from './demand-transaction-password.ts';

export const removeAddress: Handler<typeof endpoints.removeAddress> = async (call) => {
  const { services, session, body, device } = call;
  await demandTransactionPassword(call, body.transaction_password);
  await services.security.news.change(session, device, async (transaction, tell) => {
    const { owner } = session;
    const { network, address } = await services.withdrawals.book.remove(transaction, owner, body.address_id);
    await tell({ kind: 'address_removed', details: { network, address } });
  });
  return { message: 'success' };
};
