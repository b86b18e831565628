import type { PriceTicks } from '@vitrine/money';
import { Market } from '../book/market.ts';
import { MAX_MARKETS } from '../book/seats.ts';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import { spotPayment } from '../spot/fill.ts';
import type { State } from '../state.ts';
import { DELISTED, SPOT } from '../vocabulary/codes.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import { type AssetId, type MarketId, type MarketRules, type MarketStatus, systemOwners } from '../vocabulary/terms.ts';
import type { CommandKind } from './command-kind.ts';
import { areRulesMalformed, marketRules } from './market-rules.ts';

export interface ListMarket extends MarketRules {
  readonly kind: 'ListMarket';
  readonly market: MarketId;
  readonly base: AssetId;
  readonly quote: AssetId;
  readonly referenceTicks: PriceTicks;
  readonly status: MarketStatus;
}

const refuse = (state: State, c: CommandFields): number => {
  if (c.status === DELISTED) return refusalCode.malformed;
  if (c.market < 1 || c.market >= MAX_MARKETS || c.referenceTicks < 1 || c.base === c.quote || areRulesMalformed(c))
    return refusalCode.malformed;
  if (!state.hasAsset(c.base) || !state.hasAsset(c.quote)) return refusalCode.unknown_asset;
  return state.marketById[c.market] === undefined ? refusalCode.none : refusalCode.already_exists;
};

const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  const feeAccount = state.ledger.ensure(systemOwners.fees, SPOT, c.quote);
  state.addMarket(new Market(c, feeAccount, spotPayment, state.levels, state.hashing));
  events.marketListed(c);
  return c.market;
};

export const listMarket: CommandKind<ListMarket> = {
  code: 2,
  fields: {
    market: 'number',
    base: 'number',
    quote: 'number',
    referenceTicks: 'number',
    status: 'marketStatuses',
    ...marketRules,
  },
  owners: () => [],
  refuse,
  execute,
};
