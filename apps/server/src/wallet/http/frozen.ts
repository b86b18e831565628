import type { endpoints, ResponseOf } from '@vitrine/contract';
import type { AssetId, AssetView, HoldView, OwnerId, Wallet } from '@vitrine/core';
import { type AssetUnits, addUnits, formatDecimal } from '@vitrine/money';
import type { Services } from '../services.ts';

type Cause = ResponseOf<typeof endpoints.walletBalance>['wallet']['causes'][number]['cause'];

/**
 * Whether the hold is a deposit that is credited and awaits confirmations: it counts toward the wallet's total, but
 * cannot be used yet.
 */
const isArriving = ({ purpose, fromOwner, toOwner, toWallet }: HoldView, owner: OwnerId, wallet: Wallet): boolean =>
  purpose === 'deposit' && toOwner === owner && fromOwner !== owner && toWallet === wallet;

/** Pending deposits to a wallet, by asset. */
export function arrivingUnits({ core }: Pick<Services, 'core'>, owner: OwnerId, wallet: Wallet) {
  const units = new Map<AssetId, AssetUnits>();
  for (const hold of core.pendingHoldsOf(owner)) {
    if (isArriving(hold, owner, wallet))
      units.set(hold.asset, addUnits(units.get(hold.asset) ?? (0 as AssetUnits), hold.units));
  }
  return units;
}

/**
 * The reasons why part of a coin in the spot wallet cannot be used; their amounts add up to the total frozen amount.
 */
export function frozenCauses(services: Services, owner: OwnerId, asset: AssetView) {
  // Open orders hold the amounts that they may have to pay.
  const orders = { cause: 'orders' as const, ...services.core.heldByOrders(owner, asset.asset) };
  const parts = [orders, ...holdParts(services, owner, asset)];
  return parts
    .filter(({ count }) => count > 0)
    .map(({ cause, units, count }) => ({ cause, amount: formatDecimal(units, asset.scale), count }));
}

function holdParts({ core }: Services, owner: OwnerId, { asset }: AssetView) {
  const causeOf = (hold: HoldView): Cause | undefined => {
    if (isArriving(hold, owner, 'spot')) return 'deposit';
    if (hold.fromOwner !== owner || hold.fromWallet !== 'spot') return undefined;
    return hold.purpose === 'withdrawal' || hold.purpose === 'convert' ? hold.purpose : 'other';
  };
  const holds = core.pendingHoldsOf(owner).filter((hold) => hold.asset === asset);
  return (['withdrawal', 'convert', 'deposit', 'other'] as const).map((cause) => {
    const ofCause = holds.filter((hold) => causeOf(hold) === cause);
    return { cause, units: sumOf(ofCause.map(({ units }) => units)), count: ofCause.length };
  });
}

const sumOf = (units: readonly AssetUnits[]): AssetUnits =>
  units.reduce((sum, each) => addUnits(sum, each), 0 as AssetUnits);
