import type { endpoints, ResponseOf } from '@vitrine/contract';
import type { AssetId, AssetView, HoldView, OwnerId, Wallet } from '@vitrine/core';
import { type AssetUnits, addUnits, formatDecimal } from '@vitrine/money';
import type { Services } from '../services.ts';

type Cause = ResponseOf<typeof endpoints.walletBalance>['wallet']['causes'][number]['cause'];

/** Deposits that are credited and wait for confirmations: they come to the wallet's accounts, and cannot be used yet. */
const isArriving = ({ purpose, fromOwner, toOwner, toWallet }: HoldView, owner: OwnerId, wallet: Wallet): boolean =>
  purpose === 'deposit' && toOwner === owner && fromOwner !== owner && toWallet === wallet;

/** What deposits under way will bring to a wallet, by asset. */
export function arrivingUnits({ core }: Pick<Services, 'core'>, owner: OwnerId, wallet: Wallet) {
  const units = new Map<AssetId, AssetUnits>();
  for (const hold of core.pendingHoldsOf(owner)) {
    if (isArriving(hold, owner, wallet))
      units.set(hold.asset, addUnits(units.get(hold.asset) ?? (0 as AssetUnits), hold.units));
  }
  return units;
}

/** Why a part of the spot wallet cannot be used: together they are all that is frozen of that coin. */
export function frozenCauses(services: Services, owner: OwnerId, asset: AssetView) {
  const parts = [ordersPart(services, owner, asset), ...holdParts(services, owner, asset)];
  return parts
    .filter(({ count }) => count > 0)
    .map(({ cause, units, count }) => ({ cause, amount: formatDecimal(units, asset.scale), count }));
}

/** What open orders have set aside, as they may have to pay it. */
function ordersPart({ core, instruments }: Services, owner: OwnerId, { asset }: AssetView) {
  const orders = core.openOrders(owner).filter(({ market, side, heldUnits }) => {
    const { base, quote } = instruments.byMarket(market);
    return heldUnits > 0 && (side === 'buy' ? quote : base).asset === asset;
  });
  return { cause: 'orders' as const, units: sumOf(orders.map(({ heldUnits }) => heldUnits)), count: orders.length };
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
