import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';
import { demandTransactionPassword } from './demand-transaction-password.ts';

export const setOnlySavedAddresses: Handler<typeof endpoints.onlySavedAddresses> = async (call) => {
  const { services, session, body, device } = call;
  await demandTransactionPassword(call, body.transaction_password);
  const until = await services.withdrawals.choices.setOnlySaved(session.owner, body.is_on);
  await services.securityEvents.record(session.owner, body.is_on ? 'only_saved_on' : 'only_saved_off', device);
  return { message: 'saved', until };
};
