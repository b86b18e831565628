import type { PriceTicks } from '@vitrine/money';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import type { State } from '../state.ts';
import { DELISTED } from '../vocabulary/codes.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import type { MarketId } from '../vocabulary/terms.ts';
import type { CommandKind } from './command-kind.ts';

/**
 * Sets the center of a spot market's price band. As long as none is set, the center is the price of the last trade or,
 * before the first trade, the listing price.
 */
export interface SetReferencePrice {
  readonly kind: 'SetReferencePrice';
  readonly market: MarketId;
  readonly referenceTicks: PriceTicks;
}
const refuse = (state: State, c: CommandFields): number => {
  const market = state.marketById[c.market];
  if (market?.payment.isSpot !== true) return refusalCode.unknown_market;
  return market.status === DELISTED ? refusalCode.market_delisted : refusalCode.none;
};

const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  state.marketOf(c.market).referenceTicks = c.referenceTicks;
  events.referencePriceSet(c);
  return c.market;
};

export const setReferencePrice: CommandKind<SetReferencePrice> = {
  code: 5,
  fields: { market: 'number', referenceTicks: 'number' },
  owners: () => [],
  refuse,
  execute,
};
