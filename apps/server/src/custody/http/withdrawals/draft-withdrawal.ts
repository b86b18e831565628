import type { BodyOf, endpoints } from '@vitrine/contract';
import { formatDecimal } from '@vitrine/money';
import { withdrawingPrincipal } from '../../../auth/http/session-principal.ts';
import { maskEmail } from '../../../kit/masks.ts';
import type { Handler, Services } from '../../services.ts';
import type { Draft } from '../../withdrawals/requests.ts';
import type { WithdrawalForm } from '../../withdrawals/rules.ts';

export const draftWithdrawal: Handler<'draftWithdrawal'> = async (call) => {
  const { services, session, body } = call;
  const { limits, requests } = services.withdrawals;
  const draft = await requests.draft(withdrawingPrincipal(call), {
    ...readForm(body),
    oneStep: body.one_step === true,
  });
  const { terms, factors, warnings, passkey } = draft;
  return {
    message: 'success',
    draft: await draftView(services, draft),
    factors: { ...factors, email_code: terms.isOneStep ? '' : maskEmail(session.email) },
    ...(passkey === undefined ? {} : { passkey: { token: passkey.token, options: { ...passkey.options } } }),
    warnings: [...warnings],
    left_after: limits.usdtText(terms.leftUnits),
  };
};

type Named = Pick<
  BodyOf<typeof endpoints.createWithdrawal>,
  'coin' | 'bchain_name' | 'withdraw_address' | 'withdraw_amount'
>;

/** The withdrawal that a call requests. */
export const readForm = ({ coin, bchain_name, withdraw_address, withdraw_amount }: Named): WithdrawalForm => ({
  coin,
  network: bchain_name,
  address: withdraw_address,
  amount: withdraw_amount,
  oneStep: false,
});

async function draftView({ withdrawals: { limits } }: Services, { withdrawal, terms }: Draft) {
  const text = (units: number) => formatDecimal(units, terms.asset.scale);
  const { id, coin, network, address, label, units, feeUnits, valueUnits, expiresAtMs } = withdrawal;
  return {
    id,
    coin,
    network,
    withdraw_address: address,
    address_label: label,
    withdraw_amount: text(units),
    gasfee: text(feeUnits),
    received_amount: text(units - feeUnits),
    value_usdt: limits.usdtText(valueUnits),
    is_internal: terms.receiver !== undefined,
    expires_at: expiresAtMs,
    approvals_needed: await limits.approvalsFor(withdrawal),
  };
}
