import type { AssetView, OwnerId, Wallet } from '@vitrine/core';
import { type AssetUnits, addUnits } from '@vitrine/money';
import type { Coin } from '../../read-models/coins.ts';
import type { Services } from '../services.ts';

export interface WalletBalance {
  readonly asset: AssetView;
  readonly coin: Coin;
  readonly availableUnits: AssetUnits;
  readonly heldUnits: AssetUnits;
  readonly totalUnits: AssetUnits;
}

export function walletBalanceOf(
  { core, coins }: Services,
  owner: OwnerId,
  asset: AssetView,
  wallet: Wallet = 'spot',
): WalletBalance {
  const { availableUnits, heldUnits } = core.balance(owner, wallet, asset.asset);
  const totalUnits = addUnits(availableUnits, heldUnits);
  return { asset, coin: coins.byCode(asset.code), availableUnits, heldUnits, totalUnits };
}

/** Every asset of the exchange with what the owner has of it, in the order lists show coins. */
export function walletBalances(services: Services, owner: OwnerId, wallet: Wallet = 'spot'): WalletBalance[] {
  return [...services.instruments.assets()]
    .map((asset) => walletBalanceOf(services, owner, asset, wallet))
    .sort((a, b) => a.coin.rank - b.coin.rank || a.asset.asset - b.asset.asset);
}
