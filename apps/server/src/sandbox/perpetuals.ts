import { type Command, type Core, type ListPerpetual, type MarketId, systemOwners, type Transfer } from '@vitrine/core';
import { type AssetUnits, assetUnits, ratePpm, sizeLots } from '@vitrine/money';
import type { SandboxListing, SandboxMarket } from './instruments.ts';
import { sandboxReference } from './outside-reference.ts';

/** A perpetual market on a coin, with the tick, lot and limits of its spot market. */
export interface SandboxPerpetual {
  readonly spot: SandboxMarket;
  readonly market: MarketId;
  readonly listing: ListPerpetual;
}

/** The number of coins, from the beginning of the list, that have perpetual markets. */
const PERPETUALS = 10;
/** The id of the first perpetual market: far from the ids of spot markets, so that both ranges can grow. */
const FIRST_MARKET: MarketId = 1_001;

const RISK_LIMIT_USDT = 50_000;
const RISK_STEP_USDT = 250_000;
const MAX_POSITION_USDT = 2_000_000;
const MAX_OPEN_INTEREST_USDT = 40_000_000;
/**
 * [X3]: mark × tickLotUnits × maxOpenInterestLots must stay below 2^50. This limit leaves room for an eightfold rise of
 * the price.
 */
const MAX_OPEN_INTEREST_UNITS = 2 ** 47;
const MAX_OPEN_ORDERS = 200;
/** The insurance fund's initial balance. */
const INSURANCE_USDT = 250_000;

/** The terms for the two largest coins, and for the other coins. */
const majors = { maxLeverage: 100, maintenancePpm: ratePpm(4_000) };
const others = { maxLeverage: 50, maintenancePpm: ratePpm(8_000) };

export const sandboxPerpetuals = ({ markets }: SandboxListing): readonly SandboxPerpetual[] =>
  markets.slice(0, PERPETUALS).map((spot, index) => listed(spot, index));

function listed(spot: SandboxMarket, index: number): SandboxPerpetual {
  const { kind: _, referenceTicks, ...rules } = spot.listing;
  const { quoteUnit } = spot;
  const market = FIRST_MARKET + index;
  const lotUnits = referenceTicks * rules.tickLotUnits;
  const lotsWorth = (units: number) => sizeLots(Math.max(1, Math.floor(units / lotUnits)));
  const openInterest = Math.min(MAX_OPEN_INTEREST_USDT * quoteUnit, MAX_OPEN_INTEREST_UNITS);
  const listing: ListPerpetual = {
    kind: 'ListPerpetual',
    ...rules,
    market,
    markTicks: referenceTicks,
    maxOpenOrders: MAX_OPEN_ORDERS,
    ...(index < 2 ? majors : others),
    riskLimitUnits: assetUnits(RISK_LIMIT_USDT * quoteUnit),
    riskStepUnits: assetUnits(RISK_STEP_USDT * quoteUnit),
    riskStepPpm: ratePpm(5_000),
    liquidationFeePpm: ratePpm(2_500),
    maxPositionLots: lotsWorth(Math.min(MAX_POSITION_USDT * quoteUnit, openInterest)),
    maxOpenInterestLots: lotsWorth(openInterest),
  };
  return { spot, market, listing };
}

/** The commands that list the missing perpetual markets and, once, pay into the insurance fund. */
export function perpetualCommands(core: Pick<Core, 'perpetual' | 'acceptanceOf'>, listing: SandboxListing): Command[] {
  const missing = sandboxPerpetuals(listing).filter(({ market }) => core.perpetual(market) === undefined);
  const fund = insuranceFunding(listing);
  return [...missing.map((one) => one.listing), ...(core.acceptanceOf(fund) === undefined ? [fund] : [])];
}

function insuranceFunding({ markets }: SandboxListing): Transfer {
  const [first] = markets;
  const { quote } = (first as SandboxMarket).listing;
  const units = INSURANCE_USDT * (first as SandboxMarket).quoteUnit;
  return {
    kind: 'Transfer',
    by: systemOwners.treasury,
    purpose: 'house_funding',
    legs: [
      { owner: systemOwners.treasury, wallet: 'spot', asset: quote, units: -units as AssetUnits },
      { owner: systemOwners.insurance, wallet: 'future', asset: quote, units: units as AssetUnits },
    ],
    reference: sandboxReference('insurance fund'),
  };
}
