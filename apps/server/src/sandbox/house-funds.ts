import { type AssetId, type Core, type OwnerId, systemOwners, type Transfer } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import { sideWorth } from './house-maker.ts';
import { QUOTE_ASSET, type SandboxMarket } from './instruments.ts';
import { arbitrageOwner, takerOwners } from './takers.ts';

/** The house's target balances, as a multiple of what it needs to quote one side of every book. */
const HOUSE_SIDES = 3;
const TAKER_SIDES = 0.25;
/**
 * Fractions of an account's target balance. Below LOW, the account is refilled to the target; above HIGH, the excess is
 * returned.
 */
const LOW = 0.4;
const HIGH = 3;

interface Target {
  readonly owner: OwnerId;
  readonly asset: AssetId;
  readonly units: number;
}

function targets(markets: readonly SandboxMarket[]): Target[] {
  const owners = [
    { owner: systemOwners.house, sides: HOUSE_SIDES },
    ...[...takerOwners, arbitrageOwner].map((owner) => ({ owner, sides: TAKER_SIDES })),
  ];
  return owners.flatMap(({ owner, sides }) => {
    const quoteWorth = markets.reduce((sum, market) => sum + sideWorth(market), 0) * sides;
    const quote = { owner, asset: QUOTE_ASSET, units: Math.round(quoteWorth * (markets[0]?.quoteUnit ?? 0)) };
    const bases = markets.map((market) => {
      const coins = (sideWorth(market) * sides) / (market.listing.referenceTicks * market.tickSize);
      return { owner, asset: market.base, units: Math.round((coins / market.lotSize) * market.listing.lotUnits) };
    });
    return [quote, ...bases];
  });
}

/**
 * Transfers between the treasury and the simulated traders that give each trader what it needs to trade. The treasury's
 * balance falls by the amounts that the traders receive, so it shows how much of the sandbox's coins is play money.
 */
export function fundingTransfers(core: Pick<Core, 'balance'>, markets: readonly SandboxMarket[]): Transfer[] {
  return targets(markets).flatMap(({ owner, asset, units }) => {
    const { availableUnits, heldUnits } = core.balance(owner, 'spot', asset);
    const owned = availableUnits + heldUnits;
    if (owned >= units * LOW && owned <= units * HIGH) return [];
    return [transfer(owner, asset, units - owned)];
  });
}

const transfer = (owner: OwnerId, asset: AssetId, units: number): Transfer => ({
  kind: 'Transfer',
  by: systemOwners.treasury,
  purpose: 'house_funding',
  legs: [
    { owner: systemOwners.treasury, wallet: 'spot', asset, units: -units as AssetUnits },
    { owner, wallet: 'spot', asset, units: units as AssetUnits },
  ],
});
