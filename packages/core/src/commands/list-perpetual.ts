import type { PriceTicks } from '@vitrine/money';
import { MAX_MARKETS } from '../book/seats.ts';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import { addPerpetual, Perpetual } from '../perpetual/perpetual.ts';
import { isMarkTooHigh } from '../perpetual/risk.ts';
import type { State } from '../state.ts';
import { DELISTED } from '../vocabulary/codes.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import { PERPETUAL_RULES_VERSION } from '../vocabulary/rules.ts';
import type { AssetId, MarketId, MarketRules, MarketStatus, PerpetualTerms } from '../vocabulary/terms.ts';
import type { CommandKind } from './command-kind.ts';
import { marketRules } from './market-rules.ts';
import { arePerpetualRulesMalformed, areTermsMalformed, perpetualTerms } from './perpetual-terms.ts';

/** Lists a linear perpetual future on `base`, with margin, profits and fees in `quote`. */
export interface ListPerpetual extends MarketRules, PerpetualTerms {
  readonly kind: 'ListPerpetual';
  readonly market: MarketId;
  readonly base: AssetId;
  readonly quote: AssetId;
  readonly markTicks: PriceTicks;
  readonly status: MarketStatus;
}

const refuse = (state: State, c: CommandFields): number => {
  if (c.status === DELISTED) return refusalCode.malformed;
  if (state.rulesVersion < PERPETUAL_RULES_VERSION || c.market < 1 || c.market >= MAX_MARKETS || c.markTicks < 1)
    return refusalCode.malformed;
  if (c.base === c.quote || arePerpetualRulesMalformed(c) || areTermsMalformed(c)) return refusalCode.malformed;
  if (isMarkTooHigh(c.markTicks, c.tickLotUnits, c.maxOpenInterestLots)) return refusalCode.exceeds_range;
  if (!state.hasAsset(c.base) || !state.hasAsset(c.quote)) return refusalCode.unknown_asset;
  return state.marketById[c.market] === undefined ? refusalCode.none : refusalCode.already_exists;
};

const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  addPerpetual(state, new Perpetual(state, c));
  events.perpetualListed(c);
  return c.market;
};

export const listPerpetual: CommandKind<ListPerpetual> = {
  code: 27,
  fields: {
    market: 'number',
    base: 'number',
    quote: 'number',
    markTicks: 'number',
    status: 'marketStatuses',
    ...marketRules,
    ...perpetualTerms,
  },
  owners: () => [],
  refuse,
  execute,
};
