import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import { refusalOfStatus, setStatus } from '../spot/market-status.ts';
import type { State } from '../state.ts';
import { ANY, DELISTED, OPEN } from '../vocabulary/codes.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import { DELISTING_RULES_VERSION, EXPECTED_STATUS_RULES_VERSION } from '../vocabulary/rules.ts';
import type { MarketId, MarketStatus } from '../vocabulary/terms.ts';
import type { CommandKind } from './command-kind.ts';

export interface SetMarketStatus {
  readonly kind: 'SetMarketStatus';
  readonly market: MarketId;
  readonly status: MarketStatus;
  /**
   * The status that the sender saw: if the market has another one, the command is refused. Otherwise a halt by the core
   * that the sender has not seen yet could be ended by accident.
   */
  readonly expected?: MarketStatus;
}

/** [M8]: the refusal of a command that expects another status: it names the status that the market has. */
const refusalOfOther = (status: number): number =>
  status === OPEN ? refusalCode.market_open : refusalOfStatus(status);

/** [M8] [Q1] [Q2]: all reasons to refuse the command, in order of precedence. */
const refuse = (state: State, c: CommandFields): number => {
  if (c.status === DELISTED && state.rulesVersion < DELISTING_RULES_VERSION) return refusalCode.malformed;
  if (c.expected !== ANY && state.rulesVersion < EXPECTED_STATUS_RULES_VERSION) return refusalCode.malformed;
  const market = state.marketById[c.market];
  if (market === undefined) return refusalCode.unknown_market;
  if (market.status === DELISTED) return refusalCode.market_delisted;
  // The code of a status in the list of expected ones is higher by one.
  if (c.expected !== ANY && c.expected - 1 !== market.status) return refusalOfOther(market.status);
  if (c.status !== DELISTED) return refusalCode.none;
  if (market.isBusy) return refusalCode.market_busy;
  if (market.openOrders > 0) return refusalCode.has_open_orders;
  const positions = state.perpetualById[c.market]?.openInterestLots ?? 0;
  return positions > 0 ? refusalCode.has_positions : refusalCode.none;
};

const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  setStatus(state, state.marketOf(c.market), c.status, events);
  return c.market;
};

export const setMarketStatus: CommandKind<SetMarketStatus> = {
  code: 4,
  longForm: { code: 38, adds: ['expected'] },
  fields: { market: 'number', status: 'marketStatuses', expected: 'expectedStatuses' },
  owners: () => [],
  refuse,
  execute,
};
