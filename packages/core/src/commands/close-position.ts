import type { RatePpm } from '@vitrine/money';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import { closeInBook } from '../perpetual/close-in-book.ts';
import { bandEdge, closingLimit } from '../perpetual/closing-limit.ts';
import { positionOfSeat } from '../perpetual/of-seat.ts';
import { perpetualOf } from '../perpetual/perpetual.ts';
import { crosses } from '../spot/liquidity.ts';
import { refusalOfStatus } from '../spot/market-status.ts';
import { runDue } from '../spot/triggers.ts';
import type { State } from '../state.ts';
import { BUY, CANCEL_OLDEST, LONG, OPEN, SELL } from '../vocabulary/codes.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import { CLOSE_POSITION_RULES_VERSION } from '../vocabulary/rules.ts';
import type { MarketId, OwnerId, PositionSide, Reference } from '../vocabulary/terms.ts';
import type { CommandKind } from './command-kind.ts';
import { refuseUnlessClient } from './only-clients.ts';

/**
 * Closes a client's whole position with an immediate market order, as far as the book allows within a distance of the
 * mark price. Only operators send it: it takes no notice of the owner's freeze, restrictions and minimum term.
 */
export interface ClosePosition {
  readonly kind: 'ClosePosition';
  readonly owner: OwnerId;
  readonly market: MarketId;
  readonly position: PositionSide;
  /** The order's maximum distance from the mark price, on the side that is worse for the owner. */
  readonly distancePpm: RatePpm;
  readonly reference?: Reference;
}

const MAX_DISTANCE_PPM = 1_000_000;

/** The side of the order that closes the position. */
const sideOf = (c: CommandFields): number => (c.position === LONG ? SELL : BUY);

/** [I1] [I2]: all reasons to refuse the command, in order of precedence. */
const refuse = (state: State, c: CommandFields): number => {
  if (state.rulesVersion < CLOSE_POSITION_RULES_VERSION || c.distancePpm > MAX_DISTANCE_PPM)
    return refusalCode.malformed;
  if (refuseUnlessClient(state, c) !== refusalCode.none) return refusalCode.malformed;
  const perpetual = state.perpetualById[c.market];
  if (perpetual === undefined) return refusalCode.unknown_market;
  const { market, positions } = perpetual;
  if (market.status !== OPEN) return refusalOfStatus(market.status);
  if (market.isBusy) return refusalCode.market_busy;
  const seat = state.seats.find(c.owner, c.market);
  if (seat < 0 || positions.lots[positionOfSeat(state.seats, seat, c.position)] === 0) return refusalCode.no_position;
  const side = sideOf(c);
  if (crosses(state, market, side, closingLimit(perpetual, c.position, c.distancePpm))) return refusalCode.none;
  const isThere = crosses(state, market, side, bandEdge(perpetual.market, side));
  return isThere ? refusalCode.beyond_protection : refusalCode.no_liquidity;
};

/** Returns the order's id. */
const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  const { owners, seats } = state;
  const perpetual = perpetualOf(state, c.market);
  const seat = seats.find(c.owner, c.market);
  const position = positionOfSeat(seats, seat, c.position);
  const tier = owners.tier[seats.ownerSlot[seat]];
  const order = state.nextOrder++;
  const limit = closingLimit(perpetual, c.position, c.distancePpm);
  const closing = {
    order,
    lots: perpetual.positions.lots[position],
    limit,
    isProtected: limit !== bandEdge(perpetual.market, sideOf(c)),
    // The owner's own orders in the book must not prevent the position from being closed.
    selfTrade: CANCEL_OLDEST,
    makerPpm: state.makerPpm[tier],
    takerPpm: state.takerPpm[tier],
  };
  closeInBook(state, perpetual, position, closing, events);
  runDue(state, events);
  return order;
};

export const closePosition: CommandKind<ClosePosition> = {
  code: 36,
  flags: [{ reference: ['source', 0] }],
  fields: { owner: 'number', market: 'number', position: 'positionSides', distancePpm: 'number' },
  owners: ({ owner }) => [owner],
  refuse,
  execute,
};
