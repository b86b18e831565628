import type { Network } from '@vitrine/chains';
import { type OwnerId, systemOwners } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';

/** Each network's custody account: its negative balance equals what the exchange holds on that network. */
export const custodyOwner: Readonly<Record<Network, OwnerId>> = {
  TRC20: systemOwners.custodyTrc20,
  ERC20: systemOwners.custodyErc20,
  BEP20: systemOwners.custodyBep20,
  BTC: systemOwners.custodyBtc,
};

/** A chain amount as ledger units, rounded down, and the remainder in chain units; undefined above 2^53 − 1 units. */
export function toLedgerUnits(
  amount: bigint,
  decimals: number,
  scale: number,
): { readonly units: AssetUnits; readonly remainder: bigint } | undefined {
  const finer = 10n ** BigInt(Math.max(0, decimals - scale));
  const coarser = 10n ** BigInt(Math.max(0, scale - decimals));
  const units = (amount / finer) * coarser;
  if (units > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  return { units: Number(units) as AssetUnits, remainder: amount % finer };
}

/** Ledger units as a chain amount; undefined if the chain has too few decimals to represent them. */
export function toChainAmount(units: number, decimals: number, scale: number): bigint | undefined {
  if (decimals >= scale) return BigInt(units) * 10n ** BigInt(decimals - scale);
  const coarser = 10n ** BigInt(scale - decimals);
  return BigInt(units) % coarser === 0n ? BigInt(units) / coarser : undefined;
}
