import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';

export const cancelWithdrawal: Handler<typeof endpoints.cancelWithdrawal> = async (call) => {
  await call.services.withdrawals.requests.cancel(call, call.body.withdrawal_id);
  return { message: 'success' };
};
