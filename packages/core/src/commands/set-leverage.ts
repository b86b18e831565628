import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import { MAX_OWNER } from '../ledger/ledger.ts';
import { positionOfSeat } from '../perpetual/of-seat.ts';
import { type Perpetual, perpetualOf } from '../perpetual/perpetual.ts';
import type { State } from '../state.ts';
import { DELISTED, HALTED, OPEN } from '../vocabulary/codes.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import { MARGIN_LOCK_RULES_VERSION, PERPETUAL_RULES_VERSION } from '../vocabulary/rules.ts';
import type { MarketId, OwnerId, PositionSide } from '../vocabulary/terms.ts';
import type { CommandKind } from './command-kind.ts';

/** Sets the leverage with which later orders open this position. The margin already in the position does not change. */
export interface SetLeverage {
  readonly kind: 'SetLeverage';
  readonly owner: OwnerId;
  readonly market: MarketId;
  readonly position: PositionSide;
  /** A whole number. An order's margin is its notional divided by the leverage. */
  readonly leverage: number;
}

/** [Y3]: all reasons to refuse the command, in order of precedence. */
const refuse = (state: State, c: CommandFields): number => {
  if (state.rulesVersion < PERPETUAL_RULES_VERSION || c.owner < 1 || c.owner > MAX_OWNER || c.leverage < 1)
    return refusalCode.malformed;
  const perpetual = state.perpetualById[c.market];
  if (perpetual === undefined) return refusalCode.unknown_market;
  if (state.owners.isFrozen(c.owner)) return refusalCode.account_frozen;
  if (perpetual.market.status === DELISTED) return refusalCode.market_delisted;
  if (perpetual.market.status !== OPEN && isRaised(state, perpetual, c))
    return perpetual.market.status === HALTED ? refusalCode.market_halted : refusalCode.market_cancel_only;
  if (perpetual.market.isBusy) return refusalCode.market_busy;
  if (c.leverage > perpetual.terms.maxLeverage) return refusalCode.above_maximum;
  const seat = state.seats.find(c.owner, c.market);
  const opening = seat < 0 ? 0 : perpetual.positions.opening[positionOfSeat(state.seats, seat, c.position)];
  return opening > 0 ? refusalCode.has_open_orders : refusalCode.none;
};

/** [Y3]: from rules 5 on, whether the owner has this position and the command raises its leverage. */
const isRaised = (state: State, { positions }: Perpetual, c: CommandFields): boolean => {
  const seat = state.seats.find(c.owner, c.market);
  if (state.rulesVersion < MARGIN_LOCK_RULES_VERSION || seat < 0) return false;
  const position = positionOfSeat(state.seats, seat, c.position);
  return positions.lots[position] > 0 && c.leverage > positions.leverage[position];
};

const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  const { market, positions } = perpetualOf(state, c.market);
  const seat = state.seatOf(c.owner, market);
  positions.leverage[positionOfSeat(state.seats, seat, c.position)] = c.leverage;
  events.leverageSet(c);
  return c.market;
};

export const setLeverage: CommandKind<SetLeverage> = {
  code: 30,
  fields: { owner: 'number', market: 'number', position: 'positionSides', leverage: 'number' },
  owners: ({ owner }) => [owner],
  refuse,
  execute,
};
