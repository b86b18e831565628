import { ApiError } from '../../../kit/api-error.ts';
import type { Call, Handler } from '../../services.ts';
import { demandCode } from '../demand-code.ts';
import { demandPassword } from '../demand-password.ts';

export const setSingleWithdrawalLimit: Handler<'setSingleWithdrawalLimit'> = async (call) => {
  const { services, session, body, device } = call;
  const choices = services.exchangeSettings.current().singleWithdrawalChoicesUsdt;
  if (!choices.includes(body.withdraw_limit)) {
    throw new ApiError('withdraw_limit_unknown', { choices: choices.join(', ') });
  }
  const change = { limit: Number(body.withdraw_limit), lowest: Number(choices[0]) };
  const { withdrawLimit } = services.security;
  const isSet = (await withdrawLimit.set(session, { ...change, mayRaise: false }, device)) !== undefined;
  if (isSet) return { message: 'saved', effective_at: 0 };
  await demandProof(call);
  const from = await withdrawLimit.set(session, { ...change, mayRaise: true }, device);
  return { message: 'saved', effective_at: from ?? 0 };
};

/**
 * Requires the account password and, if an authenticator is set up, its code. Passkeys are not requested: once a
 * passkey has existed for a day, the limit does not apply to its owner anyway.
 */
async function demandProof(call: Call<'setSingleWithdrawalLimit'>): Promise<void> {
  const { services, session, body } = call;
  await demandPassword(call, body.password ?? '');
  if (await services.access.authenticators.isEnrolled(session.userId)) await demandCode(call, body.code ?? '');
}
