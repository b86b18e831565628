import type { AssetView, OwnerId } from '@vitrine/core';
import { type AssetUnits, addUnits } from '@vitrine/money';
import type { Coin } from '../../read-models/coins.ts';
import type { Services } from '../services.ts';

export interface SpotBalance {
  readonly asset: AssetView;
  readonly coin: Coin;
  readonly availableUnits: AssetUnits;
  readonly heldUnits: AssetUnits;
  readonly totalUnits: AssetUnits;
}

export function spotBalance({ core, coins }: Services, owner: OwnerId, asset: AssetView): SpotBalance {
  const { availableUnits, heldUnits } = core.balance(owner, 'spot', asset.asset);
  const totalUnits = addUnits(availableUnits, heldUnits);
  return { asset, coin: coins.byCode(asset.code), availableUnits, heldUnits, totalUnits };
}

/** Every asset of the exchange with what the owner has of it, in the order lists show coins. */
export function spotBalances(services: Services, owner: OwnerId): SpotBalance[] {
  return [...services.instruments.assets()]
    .map((asset) => spotBalance(services, owner, asset))
    .sort((a, b) => a.coin.rank - b.coin.rank || a.asset.asset - b.asset.asset);
}
