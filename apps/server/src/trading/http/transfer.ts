import type { BodyOf, endpoints, TransferWallet } from '@vitrine/contract';
import type { Wallet } from '@vitrine/core';
import { formatDecimal } from '@vitrine/money';
import { tradingPrincipal, wrongPasswordMessage } from '../../auth/http/session-principal.ts';
import { readUnits } from '../../kit/amounts.ts';
import { ApiError } from '../../kit/api-error.ts';
import { findAsset } from '../../kit/find.ts';
import type { Handler } from '../services.ts';
import * as acts from '../transfer.ts';

type Body = BodyOf<typeof endpoints.transfer>;

const walletNames = { SPOT: 'spot', FUTURE: 'future', FUNDING: 'funding' } as const satisfies Record<
  TransferWallet,
  Wallet
>;

export const transfer: Handler<'transfer'> = async (call) => {
  const { services, body, idempotencyKey } = call;
  const { from, to } = direction(body);
  const { asset, code, scale } = findAsset(services, body.coin_name);
  const units = readUnits(body.transfer_amount, { scale });
  const intent = { from: walletNames[from], to: walletNames[to], asset, units };
  return acts.transfer(services, tradingPrincipal(call), intent, idempotencyKey).then(
    ({ position }) => ({
      message: 'success',
      position,
      result: { coin: code, amount: formatDecimal(units, scale), from, to },
    }),
    wrongPasswordMessage,
  );
};

/**
 * The wallets between which a request transfers. Throws same_wallet, or unsupported_combination if the direction is
 * missing or given twice.
 */
function direction({ from, to, draw_type }: Body): { readonly from: TransferWallet; readonly to: TransferWallet } {
  if (from === undefined && to === undefined && draw_type !== undefined) {
    return draw_type === 'DRAW_IN' ? { from: 'SPOT', to: 'FUTURE' } : { from: 'FUTURE', to: 'SPOT' };
  }
  if (from === undefined || to === undefined || draw_type !== undefined) {
    throw new ApiError('unsupported_combination', { reason: 'direction_twice' });
  }
  if (from === to) throw new ApiError('same_wallet');
  return { from, to };
}
