import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import { endOpenOrder } from '../spot/open-order.ts';
import type { State } from '../state.ts';
import { END_UNFILLED, OPEN } from '../vocabulary/codes.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import type { MarketId, MarketStatus } from '../vocabulary/terms.ts';
import type { CommandKind } from './command-kind.ts';

export interface SetMarketStatus {
  readonly kind: 'SetMarketStatus';
  readonly market: MarketId;
  readonly status: MarketStatus;
}
const refuse = (state: State, c: CommandFields): number =>
  state.marketById[c.market] === undefined ? refusalCode.unknown_market : refusalCode.none;

/** If the market is no longer open, an order that is still taking is ended. */
const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  const market = state.marketOf(c.market);
  market.status = c.status;
  events.marketStatusChanged(c);
  if (c.status !== OPEN && market.continuing !== 0)
    endOpenOrder(state, market, market.continuing - 1, END_UNFILLED, events);
  state.noteUnfinished(market);
  return c.market;
};

export const setMarketStatus: CommandKind<SetMarketStatus> = {
  code: 4,
  fields: { market: 'number', status: 'marketStatuses' },
  owners: () => [],
  refuse,
  execute,
};
