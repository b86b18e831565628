import type { endpoints, ResponseOf, WithdrawalState } from '@vitrine/contract';
import { formatDecimal } from '@vitrine/money';
import { explorerUrl } from '../../../http/explorer-url.ts';
import type { Services } from '../../services.ts';
import { heldAt } from '../../withdrawals/ledger-side.ts';
import { stateAfter } from '../../withdrawals/states.ts';
import type { Withdrawal } from '../../withdrawals/table.ts';

type WithdrawalItem = ResponseOf<typeof endpoints.withdrawal>['withdrawal'];

/** A withdrawal as its owner sees it. */
export function withdrawalItem(services: Services, withdrawal: Withdrawal): WithdrawalItem {
  const { coin, network, state, units, feeUnits } = withdrawal;
  if (state === 'draft') throw new Error(`withdrawal ${withdrawal.id} is still a draft and cannot be shown`);
  const { scale } = services.instruments.asset(withdrawal.asset);
  const { fullName, image } = services.coins.byCode(coin);
  const text = (amount: number) => formatDecimal(amount, scale);
  return {
    id: withdrawal.id,
    client_wallet: { coin: { name: coin, full_name: fullName, image } },
    coin,
    network,
    withdraw_address: withdrawal.address,
    address_label: withdrawal.label,
    withdraw_amount: text(units),
    gasfee: text(feeUnits),
    received_amount: text(units - feeUnits),
    value_usdt: services.withdrawals.limits.usdtText(withdrawal.valueUnits),
    state: wireState(withdrawal),
    stage: state,
    application_time: withdrawal.requestedAtMs,
    date: withdrawal.stateAtMs,
    approvals_needed: withdrawal.approvalsNeeded,
    approvals: withdrawal.approvals,
    is_internal: withdrawal.receiver !== undefined,
    txid: withdrawal.txid,
    explorer_url: withdrawal.txid === '' ? '' : explorerUrl(services, network, withdrawal.txid),
    confirmations: withdrawal.confirmations,
    confirmations_needed: confirmationsNeeded(services, withdrawal),
    may_cancel: stateAfter('cancel', state) !== undefined,
    refusal_reason: withdrawal.refusalReason,
    refusal_note: withdrawal.refusalNote,
    position: heldAt(services.core, withdrawal)?.position ?? 0,
  };
}

/** The withdrawal's state, by its name in the specification. */
function wireState({ state, isRestricted }: Withdrawal): WithdrawalState {
  if (state === 'completed') return 'PROCEED';
  if (state === 'refused') return 'REFUSED';
  if (state === 'cancelled') return 'CANCELLED';
  return isRestricted && state !== 'sending' ? 'FREEZE' : 'ONHOLD';
}

/** The number of confirmations that a withdrawal needs: the number that makes a deposit of the same coin available. */
function confirmationsNeeded({ exchangeSettings }: Services, { coin, network }: Withdrawal): number {
  const row = exchangeSettings.current().coinNetworks.find((one) => one.coin === coin && one.network === network);
  return row?.unlockConfirmations ?? 0;
}
