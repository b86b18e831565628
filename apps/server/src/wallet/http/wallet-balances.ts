import type { AssetView, OwnerId, Wallet } from '@vitrine/core';
import { type AssetUnits, addUnits } from '@vitrine/money';
import type { Coin } from '../../projections/tables/coins.ts';
import type { Services } from '../services.ts';
import { arrivingUnits } from './frozen.ts';

export interface WalletBalance {
  readonly asset: AssetView;
  readonly coin: Coin;
  readonly availableUnits: AssetUnits;
  /** On hold, or credited but not yet available. */
  readonly frozenUnits: AssetUnits;
  readonly totalUnits: AssetUnits;
}

export const walletBalanceOf = (services: Services, owner: OwnerId, asset: AssetView): WalletBalance =>
  balanceOf(services, owner, asset, 'spot', arrivingUnits(services, owner, 'spot'));

function balanceOf(
  { core, coins }: Services,
  owner: OwnerId,
  asset: AssetView,
  wallet: Wallet,
  arriving: ReturnType<typeof arrivingUnits>,
): WalletBalance {
  const { availableUnits, heldUnits } = core.balance(owner, wallet, asset.asset);
  const frozenUnits = addUnits(heldUnits, arriving.get(asset.asset) ?? (0 as AssetUnits));
  const totalUnits = addUnits(availableUnits, frozenUnits);
  return { asset, coin: coins.byCode(asset.code), availableUnits, frozenUnits, totalUnits };
}

/** Every asset of the exchange with the owner's balance, in the display order of coins. */
export function walletBalances(services: Services, owner: OwnerId, wallet: Wallet = 'spot'): WalletBalance[] {
  const arriving = arrivingUnits(services, owner, wallet);
  return [...services.instruments.assets()]
    .map((asset) => balanceOf(services, owner, asset, wallet, arriving))
    .sort((a, b) => a.coin.rank - b.coin.rank || a.asset.asset - b.asset.asset);
}
