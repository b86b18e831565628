import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';
import { demandTransactionPassword } from './demand-transaction-password.ts';

export const renameAddress: Handler<typeof endpoints.renameAddress> = async (call) => {
  const { services, session, body, device } = call;
  await demandTransactionPassword(call, body.transaction_password);
  const { network, address } = await services.withdrawals.book.rename(session.owner, body.address_id, body.label);
  await services.securityEvents.record(session.owner, 'address_renamed', device, { network, address });
  return { message: 'success' };
};
