import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';
import { demandTransactionPassword } from './demand-transaction-password.ts';

export const removeAddress: Handler<typeof endpoints.removeAddress> = async (call) => {
  const { services, session, body, device } = call;
  await demandTransactionPassword(call, body.transaction_password);
  const { network, address } = await services.withdrawals.book.remove(session.owner, body.address_id);
  await services.securityEvents.record(session.owner, 'address_removed', device, { network, address });
  return { message: 'success' };
};
