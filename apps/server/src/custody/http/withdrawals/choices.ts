import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';
import { demandTransactionPassword } from './demand-transaction-password.ts';

export const setOnlySavedAddresses: Handler<typeof endpoints.onlySavedAddresses> = async (call) => {
  const { services, session, body, device } = call;
  const { choices, telling } = services.withdrawals;
  await demandTransactionPassword(call, body.transaction_password);
  const until = await services.security.news.change(session, device, async (transaction, tell) => {
    const { isChanged, untilMs } = await choices.setOnlySaved(transaction, session.owner, body.is_on);
    if (isChanged) await tell(telling.onlySavedChosen(body.is_on, untilMs));
    return untilMs;
  });
  return { message: 'saved', until };
};

export const setOneStepWithdrawal: Handler<typeof endpoints.oneStepWithdrawal> = async (call) => {
  const { services, session, body, device } = call;
  const { choices, telling } = services.withdrawals;
  await demandTransactionPassword(call, body.transaction_password);
  const from = await services.security.news.change(session, device, async (transaction, tell) => {
    const isChanged = await choices.setOneStep(transaction, session.owner, body.is_on);
    const { oneStepFromMs } = await choices.of(session.owner, transaction);
    if (isChanged) await tell(telling.oneStepChosen(body.is_on, oneStepFromMs));
    return oneStepFromMs;
  });
  return { message: 'saved', from };
};
