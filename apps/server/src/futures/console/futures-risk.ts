import { isPerpetual, nameIn } from '../../kit/instruments.ts';
import type { EndedLiquidation, LiquidationSums } from '../../projections/tables/liquidation-ends.ts';
import { priceText, quoteText, sizeText, wideText } from '../../projections/wire.ts';
import type { MarketSurvey } from '../risk/position-survey.ts';
import type { Handler, Services } from '../services.ts';
import { viewOf } from '../view-of.ts';
import { fundView } from './fund-view.ts';
import { marketRiskView } from './market-risk-view.ts';
import { type RiskView, wideShareText } from './risk-view.ts';

export const consoleFuturesRisk: Handler<'consoleFuturesRisk'> = async ({ services }) => {
  const { core, clock, futuresRisk, fundingRates, instruments } = services;
  const [surveys, liquidations, sums, fundings, rates] = await Promise.all([
    futuresRisk.positions(),
    futuresRisk.newest(),
    futuresRisk.sums(),
    futuresRisk.fundings(),
    fundingRates.current(),
  ]);
  // A market listed after the last survey is not shown until the next one.
  const surveyed = instruments.perpetuals().flatMap((perpetual) => {
    const survey = surveys.get(perpetual.market);
    return survey === undefined ? [] : [{ perpetual, survey }];
  });
  return {
    position: core.position,
    time: clock(),
    coin: quoteOf(services).code,
    markets: surveyed.map(({ perpetual, survey }) =>
      marketRiskView(services, perpetual, {
        survey,
        funding: fundings.get(perpetual.market),
        ratePpm: rates.get(perpetual.market) ?? 0,
      }),
    ),
    fund: fundView(services),
    day: dayView(services, sums),
    last_deleveraging_at: sums.lastDeleveragingMs,
    totals: totalsView(services, surveyed),
    liquidations: liquidations.map((one) => liquidationView(services, one)),
  };
};

const NO_QUOTE = { code: 'USDT', scale: 2 };

/** All perpetual markets have the same quote asset. */
const quoteOf = ({ instruments }: Services): { readonly code: string; readonly scale: number } =>
  instruments.all().find(isPerpetual)?.quote ?? NO_QUOTE;

function dayView(services: Services, sums: LiquidationSums): RiskView['day'] {
  const { scale } = quoteOf(services);
  return {
    liquidations: sums.count,
    value: wideText(sums.valueUnits, scale),
    taken_over: wideText(sums.takenOverUnits, scale),
    deleveraged: wideText(sums.deleveragedUnits, scale),
    fees: wideText(sums.feeUnits, scale),
  };
}

interface Surveyed {
  readonly perpetual: { readonly market: number };
  readonly survey: MarketSurvey;
}

/** Sums over all markets may exceed 2^53. */
function totalsView(services: Services, surveyed: readonly Surveyed[]): RiskView['totals'] {
  const { scale } = quoteOf(services);
  let [interest, near, falling, rising, nearPositions] = [0n, 0n, 0n, 0n, 0];
  let fund = 0n;
  for (const { perpetual, survey } of surveyed) {
    const { markTicks, tickLotUnits, openInterestLots, insuranceUnits } = viewOf(services.core, perpetual.market);
    const lotUnits = BigInt(markTicks * tickLotUnits);
    interest += 2n * BigInt(openInterestLots) * lotUnits;
    near += BigInt(survey.long.nearLots + survey.short.nearLots) * lotUnits;
    nearPositions += survey.long.nearPositions + survey.short.nearPositions;
    falling += BigInt(survey.long.uncoveredUnits);
    rising += BigInt(survey.short.uncoveredUnits);
    fund = BigInt(Math.max(0, insuranceUnits));
  }
  return {
    open_interest_value: wideText(interest, scale),
    near_liquidation: wideText(near, scale),
    near_positions: nearPositions,
    uncovered_if_falling: wideText(falling, scale),
    falling_percent_of_fund: wideShareText(falling, fund),
    uncovered_if_rising: wideText(rising, scale),
    rising_percent_of_fund: wideShareText(rising, fund),
  };
}

function liquidationView({ instruments }: Services, row: EndedLiquidation): RiskView['liquidations'][number] {
  const instrument = instruments.byMarket(row.market);
  const value = BigInt(row.sizeLots) * BigInt(row.markTicks) * BigInt(instrument.rules.tickLotUnits);
  return {
    id: `${row.position}-${row.line}`,
    time: row.timeMs,
    name: nameIn.web(instrument),
    side: row.side,
    size: sizeText(instrument, row.sizeLots),
    value: wideText(value, instrument.quote.scale),
    mark_price: priceText(instrument, row.markTicks),
    bankruptcy_price: priceText(instrument, row.bankruptcyTicks),
    in_book: sizeText(instrument, row.inBookLots),
    own_position: sizeText(instrument, row.ownLots),
    insurance_fund: sizeText(instrument, row.fundLots),
    deleveraged: sizeText(instrument, row.deleveragedLots),
    fee: row.feeUnits === undefined ? '' : quoteText(instrument, row.feeUnits),
  };
}
