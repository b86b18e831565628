import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';
import { demandTransactionPassword } from './demand-transaction-password.ts';

export const renameAddress: Handler<typeof endpoints.renameAddress> = async (call) => {
  const { services, session, body, device } = call;
  await demandTransactionPassword(call, body.transaction_password);
  await services.security.news.change(session, device, async (transaction, tell) => {
    const { owner } = session;
    const { network, address } = await services.withdrawals.book.rename(
      transaction,
      owner,
      body.address_id,
      body.label,
    );
    await tell({ kind: 'address_renamed', details: { network, address } });
  });
  return { message: 'success' };
};
