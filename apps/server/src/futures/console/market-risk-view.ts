import { type PerpetualView, systemOwners } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import { nameIn, type Perpetual } from '../../kit/instruments.ts';
import type { FundingRecord } from '../../projections/tables/fundings.ts';
import { priceText, quoteText, ratePercentText, sizeText } from '../../projections/wire.ts';
import { indexOnWire } from '../http/index-wire.ts';
import { shareText, signedQuoteText, signedRateText } from '../http/wire.ts';
import type { MarketSurvey } from '../risk/position-survey.ts';
import type { SideSurvey } from '../risk/side-survey.ts';
import { type Tier, tiersOf } from '../risk/tiers.ts';
import type { Services } from '../services.ts';
import { viewOf } from '../view-of.ts';
import { liquidationPriceText, partText, type RiskView } from './risk-view.ts';

type MarketRisk = RiskView['markets'][number];

interface Known {
  readonly survey: MarketSurvey;
  /** The last settlement, if there was one. */
  readonly funding: FundingRecord | undefined;
  /** The estimate of the next rate. */
  readonly ratePpm: number;
}

export function marketRiskView(services: Services, perpetual: Perpetual, known: Known): MarketRisk {
  const view = viewOf(services.core, perpetual.market);
  const { markTicks, openInterestLots, maxOpenInterestLots } = view;
  const { survey } = known;
  return {
    name: nameIn.web(perpetual),
    base: perpetual.base.code,
    status: view.status,
    mark_price: priceText(perpetual, markTicks),
    open_interest: sizeText(perpetual, openInterestLots),
    open_interest_value: valueText(perpetual, view, openInterestLots),
    open_interest_percent: shareText(openInterestLots, maxOpenInterestLots),
    long: sideView(perpetual, view, survey.long),
    short: sideView(perpetual, view, survey.short),
    house: houseView(services, perpetual, view),
    index: indexView(services, perpetual, markTicks),
    funding: fundingView(services, perpetual, known),
    maximum_leverage: view.maxLeverage,
    maximum_position: sizeText(perpetual, view.maxPositionLots),
    maximum_open_interest: sizeText(perpetual, maxOpenInterestLots),
    liquidation_fee_percent: ratePercentText(view.liquidationFeePpm),
    tiers: tiersOf(view, survey).map((tier) => tierView(perpetual, tier)),
  };
}

const valueText = (perpetual: Perpetual, { markTicks, tickLotUnits }: PerpetualView, lots: number): string =>
  quoteText(perpetual, (lots * markTicks * tickLotUnits) as AssetUnits);

const tierView = (
  perpetual: Perpetual,
  { upToUnits, maintenancePpm, positions }: Tier,
): MarketRisk['tiers'][number] => ({
  cost_up_to: upToUnits === undefined ? '' : quoteText(perpetual, upToUnits),
  maintenance_percent: ratePercentText(maintenancePpm),
  positions,
});

function sideView(perpetual: Perpetual, view: PerpetualView, side: SideSurvey): MarketRisk['long'] {
  const { openInterestLots } = view;
  const five = side.largest.reduce((sum, { sizeLots }) => sum + sizeLots, 0);
  return {
    positions: side.positions,
    largest_percent: shareText(side.largest[0]?.sizeLots ?? 0, openInterestLots),
    five_largest_percent: shareText(five, openInterestLots),
    near_liquidation: valueText(perpetual, view, side.nearLots),
    near_positions: side.nearPositions,
    uncovered_at_ten_percent: quoteText(perpetual, side.uncoveredUnits as AssetUnits),
  };
}

const houseView = ({ core }: Services, perpetual: Perpetual, market: PerpetualView): MarketRisk['house'] =>
  core
    .positions(systemOwners.house)
    .filter((view) => view.market === perpetual.market)
    .map((view) => ({
      side: view.position,
      size: sizeText(perpetual, view.sizeLots),
      value: valueText(perpetual, market, view.sizeLots),
      share_percent: shareText(view.sizeLots, market.openInterestLots),
      margin: quoteText(perpetual, view.marginUnits),
      profit: signedQuoteText(perpetual, view.profitUnits),
      liquidation_price: liquidationPriceText(perpetual, view.liquidationTicks),
    }));

function indexView({ indexFeed, clock }: Services, perpetual: Perpetual, markTicks: number): MarketRisk['index'] {
  const known = indexFeed.stateOf(perpetual.market) ?? indexFeed.unread(perpetual);
  const { name: _, state: __, ...index } = indexOnWire(perpetual, known, clock());
  const { ticks } = known;
  return {
    ...index,
    basis_percent: ticks === undefined ? '' : partText(markTicks / ticks - 1, 3),
    is_protected: indexFeed.isProtected(perpetual.market),
  };
}

function fundingView({ fundingRates }: Services, perpetual: Perpetual, { funding, ratePpm }: Known) {
  const lastPpm = funding === undefined ? 0 : funding.payer === 'long' ? funding.ratePpm : -funding.ratePpm;
  return {
    rate_percent: signedRateText(ratePpm),
    next_at: fundingRates.nextAtMs(),
    last_at: funding?.startedMs ?? 0,
    last_rate_percent: signedRateText(lastPpm),
    last_collected: funding?.collectedUnits === undefined ? '' : quoteText(perpetual, funding.collectedUnits),
  };
}
