import type { AssetId, OwnerId, Wallet } from '@vitrine/core';
import { formatDecimal } from '@vitrine/money';
import type { Services } from '../services.ts';
import { arrivingUnits } from './frozen.ts';
import { valueText, valueUnits } from './valuation.ts';
import type { WalletBalance } from './wallet-balances.ts';

/** A coin of a wallet in wire format. */
export function walletEntry(services: Services, balance: WalletBalance) {
  const { asset, coin, availableUnits, frozenUnits, totalUnits } = balance;
  return {
    name: asset.code,
    full_name: coin.fullName,
    image: coin.image,
    coin_value: formatDecimal(totalUnits, asset.scale),
    available: formatDecimal(availableUnits, asset.scale),
    freeze_value: formatDecimal(frozenUnits, asset.scale),
    usdt_value: valueText(services, valueUnits(services, asset, totalUnits)),
  };
}

/** The value, in units of USDT, of deposits that await confirmations. It is part of the spot wallet's total. */
export function arrivingTotal(services: Services, owner: OwnerId): bigint {
  const { instruments } = services;
  return [...arrivingUnits(services, owner, 'spot')].reduce(
    (sum, [asset, units]) => sum + valueUnits(services, instruments.asset(asset), units),
    0n,
  );
}

/** The unrealized profit of the owner's positions at their mark prices, by the asset in which they are settled. */
export function unrealizedByAsset({ core, instruments }: Services, owner: OwnerId): ReadonlyMap<AssetId, number> {
  const sums = new Map<AssetId, number>();
  for (const { market, profitUnits } of core.positions(owner)) {
    const { asset } = instruments.byMarket(market).quote;
    sums.set(asset, (sums.get(asset) ?? 0) + profitUnits);
  }
  return sums;
}

/** The unrealized profit of all of the owner's positions, in units of USDT. */
export const unrealizedTotal = (services: Services, owner: OwnerId): bigint =>
  [...unrealizedByAsset(services, owner)].reduce(
    (sum, [asset, units]) => sum + valueUnits(services, services.instruments.asset(asset), units),
    0n,
  );

/**
 * The value of each of an owner's wallets, in units of USDT: balances, including amounts on hold and margin, and
 * deposits that await confirmations. The futures wallet includes the unrealized profit of positions, and may therefore
 * be negative.
 */
export function walletTotals(services: Services, owner: OwnerId): Record<Wallet, bigint> {
  const { core, instruments } = services;
  const totals: Record<Wallet, bigint> = { spot: 0n, future: unrealizedTotal(services, owner), funding: 0n, earn: 0n };
  const add = (wallet: Wallet, asset: AssetId, units: number) => {
    totals[wallet] += valueUnits(services, instruments.asset(asset), units);
  };
  // Deposits are added to the balance before both are valued: two separate values would each be rounded down.
  const arriving = arrivingUnits(services, owner, 'spot');
  for (const { wallet, asset, availableUnits, heldUnits } of core.balances(owner)) {
    const alsoUnits = wallet === 'spot' ? (arriving.get(asset) ?? 0) : 0;
    if (alsoUnits > 0) arriving.delete(asset);
    add(wallet, asset, availableUnits + heldUnits + alsoUnits);
  }
  for (const [asset, units] of arriving) add('spot', asset, units);
  return totals;
}
