import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import { setStatus } from '../spot/market-status.ts';
import type { State } from '../state.ts';
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

const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  setStatus(state, state.marketOf(c.market), c.status, events);
  return c.market;
};

export const setMarketStatus: CommandKind<SetMarketStatus> = {
  code: 4,
  fields: { market: 'number', status: 'marketStatuses' },
  owners: () => [],
  refuse,
  execute,
};
