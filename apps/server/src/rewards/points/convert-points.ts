import type { AssetView } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import type { PoolClient } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import { demandRight, type Principal } from '../../kit/principal.ts';
import type { Payment } from '../fund/payments.ts';
import type { Services } from '../services.ts';
import { demandToken, POINTS_PER_TOKEN, worthOf } from '../token.ts';

interface Converted {
  readonly token: AssetView;
  readonly payment: Payment;
}

/**
 * Converts points into the token; by default, all whole hundreds. The points are deducted and the payment is inserted
 * in one transaction; then the payment is sent. With `key`, a repeated call returns the first call's result. No
 * password is required, because the value stays in the client's account. Errors: not_permitted, reward_unavailable,
 * reference_conflict, account_frozen, kyc_required, points_not_whole, points_too_few, reward_account_empty.
 */
export async function convertPoints(
  services: Services,
  principal: Principal,
  asked: number | undefined,
  key: string | undefined,
): Promise<Converted> {
  const { rewardPayments, rewardPool, kyc } = services;
  const { owner } = principal;
  demandRight(principal, 'trade');
  const token = demandToken(services.instruments);
  const first = key === undefined ? undefined : await rewardPayments.byKey(rewardPool, owner, key);
  // The fund is the payer, so the core does not refuse the transfer because the client is frozen.
  if (first === undefined && services.core.isFrozen(owner)) throw new ApiError('account_frozen');
  if (first === undefined && !kyc.isVerified(owner)) throw new ApiError('kyc_required');
  const wish = { owner, asked, key };
  const id = first?.id ?? (await inTransaction(rewardPool, (client) => take(services, client, wish, token)));
  const payment = await rewardPayments.pay(id);
  if (asked !== undefined && payment.points !== asked) throw new ApiError('reference_conflict');
  return { token, payment };
}

interface Wish {
  readonly owner: number;
  readonly asked: number | undefined;
  readonly key: string | undefined;
}

async function take(
  { points, rewardPayments, reservations }: Services,
  client: PoolClient,
  { owner, asked, key }: Wish,
  token: AssetView,
): Promise<number> {
  const { points: owned } = await points.lock(client, owner);
  // A concurrent call with the same key may have been first.
  const first = key === undefined ? undefined : await rewardPayments.byKey(client, owner, key);
  if (first !== undefined) return first.id;
  const taken = asked ?? owned - (owned % POINTS_PER_TOKEN);
  if (taken % POINTS_PER_TOKEN !== 0) throw new ApiError('points_not_whole');
  if (taken < POINTS_PER_TOKEN || taken > owned)
    throw new ApiError('points_too_few', { points: String(owned), least: String(asked ?? POINTS_PER_TOKEN) });
  // The promise moves from the points to the payment.
  await reservations.hand(client, owner, taken);
  const units = worthOf(taken, token) as AssetUnits;
  const payment = { owner, kind: 'points', account: 'rewards', asset: token.asset, units, points: taken, key } as const;
  const id = await rewardPayments.choose(client, payment);
  await points.add(client, { owner, kind: 'converted', source: String(id), points: -taken });
  return id;
}
