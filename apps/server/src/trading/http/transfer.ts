import type { BodyOf, endpoints, TransferWallet } from '@vitrine/contract';
import type { Transfer, Wallet } from '@vitrine/core';
import { type AssetUnits, formatDecimal } from '@vitrine/money';
import { readUnits } from '../../kit/amounts.ts';
import { ApiError } from '../../kit/api-error.ts';
import { findAsset } from '../../kit/find.ts';
import { clientReference } from '../../kit/reference.ts';
import type { Handler } from '../services.ts';
import { submitWithPassword } from './orders/submit-with-password.ts';

type Body = BodyOf<typeof endpoints.transfer>;

const walletNames = { SPOT: 'spot', FUTURE: 'future', FUNDING: 'funding' } as const satisfies Record<
  TransferWallet,
  Wallet
>;

export const transfer: Handler<typeof endpoints.transfer> = async (call) => {
  const { services, session, body, idempotencyKey } = call;
  const { owner } = session;
  const { from, to } = direction(body);
  const { asset, code, scale } = findAsset(services, body.coin_name);
  const units = readUnits(body.transfer_amount, { scale });
  const command: Transfer = {
    kind: 'Transfer',
    by: owner,
    purpose: 'between_wallets',
    legs: [
      { owner, wallet: walletNames[from], asset, units: -units as AssetUnits },
      { owner, wallet: walletNames[to], asset, units },
    ],
    ...(idempotencyKey === undefined ? {} : { reference: clientReference(owner, idempotencyKey) }),
  };
  const accepted = await submitWithPassword(call, command);
  if (accepted === undefined) return { message: 'wrong_transaction_password' };
  const result = { coin: code, amount: formatDecimal(units, scale), from, to };
  return { message: 'success', position: accepted.position, result };
};

/** Throws same_wallet, or unsupported_combination where the direction is missing or said twice. */
function direction({ from, to, draw_type }: Body): { readonly from: TransferWallet; readonly to: TransferWallet } {
  if (from === undefined && to === undefined && draw_type !== undefined) {
    return draw_type === 'DRAW_IN' ? { from: 'SPOT', to: 'FUTURE' } : { from: 'FUTURE', to: 'SPOT' };
  }
  if (from === undefined || to === undefined || draw_type !== undefined) {
    throw new ApiError('unsupported_combination', { reason: 'give from and to, or draw_type only' });
  }
  if (from === to) throw new ApiError('same_wallet');
  return { from, to };
}
