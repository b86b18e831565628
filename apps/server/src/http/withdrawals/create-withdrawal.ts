import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';
import { readForm } from './draft-withdrawal.ts';

export const createWithdrawal: Handler<typeof endpoints.createWithdrawal> = async (call) => {
  const { services, body, idempotencyKey } = call;
  const confirmation = {
    gasFee: body.gasfee,
    code: body.verification,
    transactionPassword: body.transaction_password,
    totp: body.totp,
    passkey: body.passkey,
  };
  const verdict = await services.withdrawals.requests.confirm(call, readForm(body), confirmation, idempotencyKey);
  switch (verdict.kind) {
    case 'wrong_password':
      return { message: 'wrong_password' };
    case 'wrong_code':
      return { message: 'wrong_code', factor: verdict.factor };
    case 'confirmed':
      return { message: 'success', withdrawal_id: verdict.id, position: verdict.position };
  }
};
