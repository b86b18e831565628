import { type AssetUnits, mulDivCeil } from '@vitrine/money';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import { MAX_OWNER } from '../ledger/ledger.ts';
import { positionOfSeat } from '../perpetual/of-seat.ts';
import { type Perpetual, perpetualOf } from '../perpetual/perpetual.ts';
import { equityUnits, isDue } from '../perpetual/risk.ts';
import type { State } from '../state.ts';
import { ADD, CANCEL_ONLY, DELISTED, HALTED } from '../vocabulary/codes.ts';
import { refusalCode } from '../vocabulary/refusals.ts';
import { MARGIN_LOCK_RULES_VERSION, PERPETUAL_RULES_VERSION } from '../vocabulary/rules.ts';
import type { MarginChange, MarketId, OwnerId, PositionSide, Reference } from '../vocabulary/terms.ts';
import type { CommandKind } from './command-kind.ts';

/** Moves available units of the owner's future account to the margin of a position, or back. */
export interface ChangeMargin {
  readonly kind: 'ChangeMargin';
  readonly owner: OwnerId;
  readonly market: MarketId;
  readonly position: PositionSide;
  readonly change: MarginChange;
  readonly units: AssetUnits;
  readonly reference?: Reference;
}

/** [J2]: margin beyond this multiple of the position's cost serves no purpose. */
const MOST_OF_COST = 2;

/** [J1] to [J3]: all reasons to refuse the command, in order of precedence. */
const refuse = (state: State, c: CommandFields): number => {
  if (state.rulesVersion < PERPETUAL_RULES_VERSION || c.owner < 1 || c.owner > MAX_OWNER || c.units < 1)
    return refusalCode.malformed;
  const perpetual = state.perpetualById[c.market];
  if (perpetual === undefined) return refusalCode.unknown_market;
  const { ledger, owners, seats } = state;
  const { market, positions } = perpetual;
  const seat = seats.find(c.owner, c.market);
  const account = seat < 0 ? -1 : seats.quoteAccount[seat];
  const obstacle = c.change === ADD ? ledger.obstacle(c.owner, market.quote, account, c.units) : 0;
  if (obstacle === 2) return refusalCode.exceeds_range;
  if (owners.isFrozen(c.owner)) return refusalCode.account_frozen;
  if (market.status === DELISTED) return refusalCode.market_delisted;
  if (c.change !== ADD && market.status === HALTED) return refusalCode.market_halted;
  const isLocked = market.status === CANCEL_ONLY && state.rulesVersion >= MARGIN_LOCK_RULES_VERSION;
  if (c.change !== ADD && isLocked) return refusalCode.market_cancel_only;
  if (market.isBusy) return refusalCode.market_busy;
  const position = seat < 0 ? -1 : positionOfSeat(seats, seat, c.position);
  if (position < 0 || positions.lots[position] === 0) return refusalCode.no_position;
  if (c.change !== ADD && perpetual.isInTerm(position, state.timeMs)) return refusalCode.before_term_end;
  if (c.change !== ADD) return refuseRemoval(perpetual, position, c.units);
  if (positions.margin[position] + c.units > MOST_OF_COST * positions.cost[position]) return refusalCode.above_maximum;
  return obstacle === 1 ? refusalCode.exceeds_balance : refusalCode.none;
};

/**
 * [J3]: refuses a removal after which the margin would not cover the initial margin plus any loss, or the position
 * would be due for liquidation.
 */
const refuseRemoval = ({ markTicks, positions }: Perpetual, position: number, units: number): number => {
  const exposure = positions.exposureOf(position);
  const value = markTicks * exposure.lotTickUnits;
  const initial = mulDivCeil(Math.max(exposure.costUnits, value), 1, positions.leverage[position]);
  const left = Math.min(exposure.marginUnits, equityUnits(exposure, markTicks)) - units;
  const wouldBeDue = isDue(positions.exposureOf(position, 0, 0, -units), positions.ratePpm[position], markTicks);
  return left < initial || wouldBeDue ? refusalCode.below_initial_margin : refusalCode.none;
};

const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  const { ledger, seats } = state;
  const { positions } = perpetualOf(state, c.market);
  const seat = seats.find(c.owner, c.market);
  const position = positionOfSeat(seats, seat, c.position);
  if (c.change === ADD) ledger.hold(seats.quoteAccount[seat], c.units);
  else ledger.release(seats.quoteAccount[seat], c.units);
  positions.margin[position] += c.change === ADD ? c.units : -c.units;
  positions.index(position);
  events.marginChanged({
    owner: c.owner,
    market: c.market,
    position: c.position,
    change: c.change,
    units: c.units,
    marginUnits: positions.margin[position],
  });
  return c.market;
};

export const changeMargin: CommandKind<ChangeMargin> = {
  code: 31,
  flags: [{ change: ['marginChanges', 0], reference: ['source', 1] }],
  fields: { owner: 'number', market: 'number', position: 'positionSides', units: 'number' },
  owners: ({ owner }) => [owner],
  refuse,
  execute,
};
