import { findMarketOfCoin } from '../../../kit/find.ts';
import { nameIn } from '../../../kit/instruments.ts';
import { priceText, ratePercentText } from '../../../projections/wire.ts';
import { membershipLevel } from '../../../settings/fee-tiers.ts';
import type { Handler } from '../../services.ts';
import { marketRulesOnWire } from './market-rules.ts';

export const pairRules: Handler<'pairRules'> = ({ services, session, query }) => {
  const { core, instruments, marketData } = services;
  const instrument = findMarketOfCoin(services, query.symbol);
  const { base, quote } = instrument;
  const perpetual = instruments
    .perpetuals()
    .find((one) => one.base.asset === base.asset && one.quote.asset === quote.asset);
  // A visitor sees the fees that a new client would pay: the tier of an owner unknown to the core.
  const { tier, makerPpm, takerPpm } = core.feeTier(session?.owner ?? 0);
  return {
    price: {
      ...marketRulesOnWire(services, instrument),
      unit_price: priceText(instrument, marketData.ticker(instrument.market).lastTicks),
      maker_rate_percent: ratePercentText(makerPpm),
      taker_rate_percent: ratePercentText(takerPpm),
      membership_level: membershipLevel(tier),
      ...(perpetual ? { perpetual: nameIn.web(perpetual) } : {}),
    },
  };
};
