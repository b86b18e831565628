import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';
import { demandTransactionPassword } from './demand-transaction-password.ts';

export const setOneStepWithdrawal: Handler<typeof endpoints.oneStepWithdrawal> = async (call) => {
  const { services, session, body, device } = call;
  await demandTransactionPassword(call, body.transaction_password);
  await services.withdrawals.choices.setOneStep(session.owner, body.is_on);
  await services.securityEvents.record(session.owner, body.is_on ? 'one_step_on' : 'one_step_off', device);
  return { message: 'saved' };
};
