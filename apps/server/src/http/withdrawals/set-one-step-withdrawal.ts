import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';
import { demandTransactionPassword } from './demand-transaction-password.ts';

export const setOneStepWithdrawal: Handler<typeof endpoints.oneStepWithdrawal> = async (call) => {
  const { services, session, body, device } = call;
  const { choices, telling } = services.withdrawals;
  await demandTransactionPassword(call, body.transaction_password);
  const isChanged = await choices.setOneStep(session.owner, body.is_on);
  const { oneStepFromMs } = await choices.of(session.owner);
  if (isChanged) {
    const kind = body.is_on ? 'one_step_on' : 'one_step_off';
    await services.securityEvents.record(session.owner, kind, device);
    await telling.oneStepChosen(session, { kind, fromMs: oneStepFromMs }, device);
  }
  return { message: 'saved', from: oneStepFromMs };
};
