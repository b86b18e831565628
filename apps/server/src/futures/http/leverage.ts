import { tradingPrincipal } from '../../auth/http/session-principal.ts';
import { quoteText, ratePercentText } from '../../projections/wire.ts';
import { setLeverage as act } from '../positions/set-leverage.ts';
import type { Handler } from '../services.ts';
import { findPerpetual } from './find-perpetual.ts';

export const setLeverage: Handler<'setLeverage'> = async (call) => {
  const { services, body } = call;
  const { leverage, side } = body;
  const { market } = findPerpetual(services, body.name);
  const { position } = await act(services, tradingPrincipal(call), { market, position: side, leverage });
  return { message: 'success', leverage, position };
};

export const futuresTicket: Handler<'futuresTicket'> = async ({ services, session, query }) => {
  const { acceptances, core } = services;
  const { owner } = session;
  const perpetual = findPerpetual(services, query.name);
  const { hasRisks, termDays } = await acceptances.of(owner, perpetual);
  const { availableUnits } = core.balance(owner, 'future', perpetual.quote.asset);
  const { makerPpm, takerPpm } = core.feeTier(owner);
  const { long, short } = core.leverages(owner, perpetual.market) ?? { long: 0, short: 0 };
  return {
    available: quoteText(perpetual, availableUnits),
    leverage: { long, short },
    maker_rate_percent: ratePercentText(makerPpm),
    taker_rate_percent: ratePercentText(takerPpm),
    risks_accepted: hasRisks,
    accepted_term_days: termDays,
    position: core.position,
  };
};
