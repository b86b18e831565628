import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import type { State } from '../state.ts';
import { DELISTED } from '../vocabulary/codes.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import type { MarketId, MarketRules } from '../vocabulary/terms.ts';
import type { CommandKind } from './command-kind.ts';
import { areRulesMalformed, marketRules } from './market-rules.ts';
import { arePerpetualRulesMalformed } from './perpetual-terms.ts';

export interface ChangeMarketRules extends MarketRules {
  readonly kind: 'ChangeMarketRules';
  readonly market: MarketId;
}

/**
 * Refuses, among other things, any change of the tick or the lot size: open orders, holds and the market's history are
 * stored in ticks and lots.
 */
const refuse = (state: State, c: CommandFields): number => {
  if (areRulesMalformed(c)) return refusalCode.malformed;
  const market = state.marketById[c.market];
  if (market === undefined) return refusalCode.unknown_market;
  if (!market.payment.isSpot && arePerpetualRulesMalformed(c)) return refusalCode.malformed;
  if (c.tickLotUnits !== market.tickLotUnits || c.lotUnits !== market.lotUnits) return refusalCode.malformed;
  return market.status === DELISTED ? refusalCode.market_delisted : refusalCode.none;
};

const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  state.marketOf(c.market).setRules(c);
  events.marketRulesChanged(c);
  return c.market;
};

export const changeMarketRules: CommandKind<ChangeMarketRules> = {
  code: 3,
  fields: { market: 'number', ...marketRules },
  owners: () => [],
  refuse,
  execute,
};
