import type { Network } from '@vitrine/chains';
import { type OwnerId, systemOwners } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';

/** The account that is negative by what the exchange holds on each network. */
export const custodyOwner: Readonly<Record<Network, OwnerId>> = {
  TRC20: systemOwners.custodyTrc20,
  ERC20: systemOwners.custodyErc20,
  BEP20: systemOwners.custodyBep20,
  BTC: systemOwners.custodyBtc,
};

/** A chain's amount in the ledger's units, rounded down, and what is left over in the chain's. Undefined beyond 2^53 − 1. */
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

/** The ledger's units in a chain's, or undefined where the chain counts too coarsely for them. */
export function toChainAmount(units: number, decimals: number, scale: number): bigint | undefined {
  if (decimals >= scale) return BigInt(units) * 10n ** BigInt(decimals - scale);
  const coarser = 10n ** BigInt(scale - decimals);
  return BigInt(units) % coarser === 0n ? BigInt(units) / coarser : undefined;
}
