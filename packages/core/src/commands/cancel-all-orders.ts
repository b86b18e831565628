import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import { refusesCancellations } from '../spot/market-status.ts';
import { startSweep } from '../spot/sweeps.ts';
import type { State } from '../state.ts';
import { DELISTED, END_CANCELLED } from '../vocabulary/codes.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import type { MarketId, OwnerId, Reference } from '../vocabulary/terms.ts';
import type { CommandKind } from './command-kind.ts';

/**
 * Cancels the owner's open orders in one market or, if none is given, in all spot markets. Without a market, orders in
 * perpetual markets are not included, because they may protect positions. If there are too many orders for one command,
 * Tick cancels the rest. Tick also cancels the orders in a busy market.
 */
export interface CancelAllOrders {
  readonly kind: 'CancelAllOrders';
  readonly owner: OwnerId;
  readonly market?: MarketId;
  readonly reference?: Reference;
}

const refuse = (state: State, c: CommandFields): number => {
  if (c.owner < 1) return refusalCode.malformed;
  if (c.market === 0) return refusalCode.none;
  const market = state.marketById[c.market];
  if (market === undefined) return refusalCode.unknown_market;
  if (market.status === DELISTED) return refusalCode.market_delisted;
  return refusesCancellations(state, market) ? refusalCode.market_halted : refusalCode.none;
};

const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  startSweep(state, c.owner, c.market, END_CANCELLED, events);
  return 0;
};

export const cancelAllOrders: CommandKind<CancelAllOrders> = {
  code: 18,
  flags: [{ reference: ['source', 0] }],
  fields: { owner: 'number', market: 'numberOrZero' },
  owners: ({ owner }) => [owner],
  refuse,
  execute,
};
