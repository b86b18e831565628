import type { Handler } from '../services.ts';
import { displayRates } from './display-price.ts';
import { signedValueText, valueText } from './valuation.ts';
import { arrivingTotal, unrealizedTotal, walletTotals } from './wallet-entry.ts';

export const overview: Handler<'overview'> = ({ services, session }) => {
  const totals = walletTotals(services, session.owner);
  return {
    spotTotal: valueText(services, totals.spot),
    futureTotal: signedValueText(services, totals.future),
    futureUnrealized: signedValueText(services, unrealizedTotal(services, session.owner)),
    earnTotal: valueText(services, totals.earn),
    fundingTotal: valueText(services, totals.funding),
    arrivingTotal: valueText(services, arrivingTotal(services, session.owner)),
    overviewTotal: signedValueText(services, totals.spot + totals.future + totals.earn + totals.funding),
    rates: displayRates(services),
    position: services.core.position,
    as_of: services.clock(),
  };
};
