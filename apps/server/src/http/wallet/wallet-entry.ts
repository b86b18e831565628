import type { Wallet } from '@vitrine/core';
import { formatDecimal } from '@vitrine/money';
import type { Services } from '../services.ts';
import { valueText, valueUnits } from './valuation.ts';
import type { WalletBalance } from './wallet-balances.ts';

/** A coin of a wallet as the wire has it. */
export function walletEntry(services: Services, balance: WalletBalance) {
  const { asset, coin, availableUnits, heldUnits, totalUnits } = balance;
  return {
    name: asset.code,
    full_name: coin.fullName,
    image: coin.image,
    coin_value: formatDecimal(totalUnits, asset.scale),
    available: formatDecimal(availableUnits, asset.scale),
    freeze_value: formatDecimal(heldUnits, asset.scale),
    usdt_value: valueText(services, valueUnits(services, asset, totalUnits)),
  };
}

/** All of an owner's wallets in units of USDT, by wallet. */
export function walletTotals({ core, instruments, marketData }: Services, owner: number): Record<Wallet, bigint> {
  const totals: Record<Wallet, bigint> = { spot: 0n, future: 0n, funding: 0n, earn: 0n };
  for (const { wallet, asset, availableUnits, heldUnits } of core.balances(owner)) {
    totals[wallet] += valueUnits({ instruments, marketData }, instruments.asset(asset), availableUnits + heldUnits);
  }
  return totals;
}
