import type { endpoints } from '@vitrine/contract';
import type { Handler, Services } from '../../services.ts';
import type { Withdrawal } from '../../withdrawals/table.ts';
import { readForm } from './draft-withdrawal.ts';
import { withdrawalItem } from './withdrawal-view.ts';

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
      return {
        message: 'success',
        withdrawal_id: verdict.withdrawal.id,
        position: verdict.position,
        result: amountsOf(services, verdict.withdrawal),
      };
  }
};

function amountsOf(services: Services, withdrawal: Withdrawal) {
  const { coin, network, withdraw_amount, gasfee, received_amount } = withdrawalItem(services, withdrawal);
  return { coin, network, withdraw_amount, gasfee, received_amount };
}
