import { hash, randomBytes } from 'node:crypto';
import type { endpoints } from '@vitrine/contract';
import { systemOwners } from '@vitrine/core';
import { type AssetUnits, assetUnits, formatDecimal, parseDecimal } from '@vitrine/money';
import { readUnits } from '../amounts.ts';
import { ApiError } from '../api-error.ts';
import { findAsset } from '../find.ts';
import type { Handler } from '../handler.ts';
import { outsideReference } from '../reference.ts';
import { submit } from '../submit.ts';

/** Smaller transfers are not credited, as on the real networks of these coins. */
const minimums: Readonly<Record<string, string>> = { USDT: '1', USDC: '1', BTC: '0.0013', ETH: '0.0013' };
/** A thousand of the largest still fit an account. */
const MAXIMUM_UNITS = assetUnits(Math.floor(Number.MAX_SAFE_INTEGER / 1000));

/** Until there are simulated chains with addresses, a deposit names its receiver and is credited at once. */
export const sandboxDeposits: Handler<typeof endpoints.sandboxDeposits> = async ({
  services,
  body,
  idempotencyKey,
}) => {
  const asset = findAsset(services, body.coin);
  const units = readUnits(body.amount, asset);
  const least = parseDecimal(minimums[asset.code] ?? '0', asset.scale) ?? 0;
  const show = (value: number) => formatDecimal(value, asset.scale);
  if (units < least) throw new ApiError('below_minimum', { value: show(least) });
  if (units > MAXIMUM_UNITS) throw new ApiError('above_maximum', { value: show(MAXIMUM_UNITS) });
  if (body.username === undefined) throw new ApiError('unknown_client');
  const owner = await services.accounts.ownerOf(body.username);
  if (owner === undefined) throw new ApiError('unknown_client');
  const transaction =
    idempotencyKey === undefined
      ? randomBytes(32).toString('hex')
      : hash('sha256', `sandbox transaction\n${owner}\n${idempotencyKey}`);
  const { repeated, position } = await submit(services, {
    kind: 'Transfer',
    by: systemOwners.custody,
    purpose: 'deposit',
    legs: [
      { owner: systemOwners.custody, wallet: 'spot', asset: asset.asset, units: -units as AssetUnits },
      { owner, wallet: 'spot', asset: asset.asset, units },
    ],
    reference: outsideReference('sandbox chain', transaction),
  });
  if (repeated === undefined) {
    await services.notices.add(owner, 'deposit_credited', { coin: asset.code, amount: body.amount });
  }
  return { message: 'success', transaction, position: repeated?.position ?? position };
};
