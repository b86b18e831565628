import type { AssetUnits } from '@vitrine/money';
import type { EventBuffer } from '../codec/event-buffer.ts';
import type { CommandFields } from '../codec/generated-commands.ts';
import { MAX_OWNER } from '../ledger/ledger.ts';
import { endHold } from '../ledger/pending-hold.ts';
import {
  beginLooking,
  type ConversionLeg,
  give,
  isBeyondRange,
  limitOf,
  refuseBounds,
  refuseStatus,
  routeOf,
  tryLeg,
} from '../spot/conversion.ts';
import { runDue } from '../spot/triggers.ts';
import { tradeOut } from '../spot/unfinished.ts';
import type { State } from '../state.ts';
import * as codes from '../vocabulary/codes.ts';
import { orderTraits } from '../vocabulary/order-traits.ts';
import { type Refusal, refusalCode, refusalOf } from '../vocabulary/refusals.ts';
import type { AssetId, HoldId, OwnerId, Reference } from '../vocabulary/terms.ts';
import type { CommandKind } from './command-kind.ts';

const { CANCEL_NEWEST, CONVERT, IOC, MARKET, NO_TRIGGER, SELL, SPOT } = codes;

/**
 * Converts units of one asset to another with market orders, completely or not at all: with one order if the two assets
 * have a market, otherwise with two via a common quote asset. The owner keeps a remainder that is too small for another
 * lot.
 */
export interface Convert {
  readonly kind: 'Convert';
  readonly owner: OwnerId;
  readonly from: AssetId;
  readonly to: AssetId;
  /** In units of `from`. */
  readonly units: AssetUnits;
  /** In units of `to`, after fees: the conversion is refused if it would yield less. */
  readonly minUnits: AssetUnits;
  /** A pending hold with purpose 'convert' from which the units are taken; the rest of the hold is released. */
  readonly hold?: HoldId;
  /** The number of the business record, as in a Transfer. */
  readonly record?: number;
  readonly reference?: Reference;
}

/** The result of a conversion, in the fields of the event `Converted`. */
export interface ConvertQuote {
  readonly quote: AssetId;
  readonly spentUnits: AssetUnits;
  readonly receivedUnits: AssetUnits;
  readonly betweenUnits: AssetUnits;
  readonly unusedUnits: AssetUnits;
  readonly feeUnits: AssetUnits;
}

/** Computed by `refuse` and used by `execute`. */
let legs: readonly ConversionLeg[] = [];

/** [K1] to [K5]: all reasons to refuse a conversion, in order of precedence. */
const refuse = (state: State, c: CommandFields): number => {
  const { owner, from, to, units } = c;
  if (isMalformed(owner, from, to, units)) return refusalCode.malformed;
  legs = state.hasAsset(from) && state.hasAsset(to) ? routeOf(state, from, to) : [];
  if (legs.length > 0) give(legs[0], units);
  if (legs.length > 0 && isBeyondRange(legs[0])) return refusalCode.exceeds_range;
  const obstacle = c.hold === 0 && state.hasAsset(from) ? obstacleTo(state, owner, from, units) : 0;
  if (obstacle === 2) return refusalCode.exceeds_range;
  if (!state.hasAsset(from) || !state.hasAsset(to)) return refusalCode.unknown_asset;
  if (legs.length === 0) return refusalCode.unknown_market;
  if (state.owners.isFrozen(owner)) return refusalCode.account_frozen;
  if (!state.owners.mayTrade(owner, state.timeMs)) return refusalCode.account_restricted;
  const ofHold = c.hold === 0 ? refusalCode.none : refuseHold(state, c);
  if (ofHold !== refusalCode.none && ofHold !== refusalCode.exceeds_hold) return ofHold;
  const ofMarkets = refuseStatus(legs) || refuseBounds(legs[0]);
  if (ofMarkets !== refusalCode.none) return ofMarkets;
  if (obstacle === 1) return refusalCode.exceeds_balance;
  if (ofHold !== refusalCode.none) return ofHold;
  const ofBooks = tryLegs(state, owner);
  if (ofBooks !== refusalCode.none) return ofBooks;
  return received(legs) < c.minUnits ? refusalCode.below_rate : refusalCode.none;
};

const isMalformed = (owner: OwnerId, from: AssetId, to: AssetId, units: number): boolean =>
  owner < 1 || owner > MAX_OWNER || units === 0 || from === to;

const obstacleTo = (state: State, owner: OwnerId, asset: AssetId, units: number): 0 | 1 | 2 =>
  state.ledger.obstacle(owner, asset, state.ledger.find(owner, SPOT, asset), units);

/** Refuses a hold that is not for a conversion of this asset by this owner, or that contains fewer than these units. */
const refuseHold = ({ holds, ledger }: State, c: CommandFields): number => {
  const slot = holds.find(c.hold);
  if (slot < 0 || holds.purpose[slot] !== CONVERT) return refusalCode.unknown_hold;
  const account = holds.account[slot];
  if (ledger.walletOf(account) !== SPOT || ledger.assetOf(account) !== c.from) return refusalCode.unknown_hold;
  if (ledger.ownerOf(account) !== c.owner) return refusalCode.not_owner;
  return c.units > holds.units[slot] ? refusalCode.exceeds_hold : refusalCode.none;
};

/**
 * [K4]: the second leg spends the proceeds of the first leg. The legs trade in different markets, so the first leg has
 * no other effect on the second.
 */
const tryLegs = (state: State, owner: OwnerId): number => {
  const [first, second] = legs;
  beginLooking(state);
  const refusal = tryLeg(state, owner, first);
  if (refusal !== refusalCode.none || second === undefined) return refusal;
  give(second, first.receivedUnits);
  return refuseBounds(second) || tryLeg(state, owner, second);
};

const received = (legs: readonly ConversionLeg[]): number => legs[legs.length - 1].receivedUnits;

/** The quote units that the first of two legs yields, and how many of these the second leg leaves unspent. */
const between = ([first, second]: readonly ConversionLeg[]): [between: number, unused: number] =>
  second === undefined ? [0, 0] : [first.receivedUnits, first.receivedUnits - second.spentUnits];

const fees = (legs: readonly ConversionLeg[]): number => legs.reduce((sum, { feeUnits }) => sum + feeUnits, 0);

/** Returns the id of the first order. */
const execute = (state: State, c: CommandFields, events: EventBuffer): number => {
  if (c.hold !== 0) endHold(state, state.holds.find(c.hold), false, events);
  const orders = legs.map((leg) => trade(state, c.owner, leg, events));
  const [betweenUnits, unusedUnits] = between(legs);
  events.converted({
    owner: c.owner,
    from: c.from,
    to: c.to,
    quote: legs[0].market.quote,
    spentUnits: legs[0].spentUnits,
    receivedUnits: received(legs),
    betweenUnits,
    unusedUnits,
    feeUnits: fees(legs),
    firstOrder: orders[0],
    secondOrder: orders[1] ?? 0,
    hold: c.hold,
    record: c.record,
  });
  runDue(state, events);
  return orders[0];
};

/** Places the leg's market order, which will be filled completely. Returns its id. */
const trade = (state: State, owner: OwnerId, leg: ConversionLeg, events: EventBuffer): number => {
  const { seats, taker: t } = state;
  const { market, side } = leg;
  const isSale = side === SELL;
  const order = state.nextOrder++;
  const seat = state.seatOf(owner, market);
  const sizeLots = isSale ? leg.sizeLots : 0;
  const budgetUnits = isSale ? 0 : leg.givenUnits;
  const tier = state.owners.tierOf(owner);
  t.begin();
  t.id = order;
  t.slot = -1;
  t.seat = seat;
  t.owner = owner;
  t.base = seats.baseAccount[seat];
  t.quote = seats.quoteAccount[seat];
  t.setTraits(orderTraits(side, MARKET, IOC, 0, CANCEL_NEWEST, NO_TRIGGER));
  t.isAtomic = true;
  t.byBudget = !isSale;
  t.flatHold = !isSale;
  t.limit = limitOf(leg);
  t.size = sizeLots;
  t.open = isSale ? sizeLots : Number.MAX_SAFE_INTEGER;
  t.budget = budgetUnits;
  t.budgetLeft = budgetUnits;
  t.held = isSale ? leg.spentUnits : budgetUnits;
  t.makerPpm = state.makerPpm[tier];
  t.takerPpm = state.takerPpm[tier];
  t.trigger = 0;
  t.clientOrderId = 0;
  t.acceptedAt = state.timeMs;
  state.ledger.hold(isSale ? t.base : t.quote, t.held);
  events.orderAccepted({
    order,
    owner,
    market: market.id,
    traits: t.traits,
    priceTicks: 0,
    sizeLots,
    budgetUnits,
    triggerTicks: 0,
    clientOrderId: 0,
    ocoOrder: 0,
    heldUnits: t.held,
  });
  tradeOut(state, market, t, events);
  if (isSale ? t.open !== 0 : budgetUnits - t.budgetLeft !== leg.spentUnits)
    throw new Error('the conversion differs from its dry run');
  return order;
};

/** [K6]: the result of a conversion now, or why it is not possible. The owner's balance is not checked. */
export const quoteConvert = (
  state: State,
  owner: OwnerId,
  from: AssetId,
  to: AssetId,
  units: number,
): ConvertQuote | Refusal => {
  const refusal = refuseQuote(state, owner, from, to, units);
  if (refusal !== refusalCode.none) return refusalOf(refusal);
  const [betweenUnits, unusedUnits] = between(legs);
  return {
    quote: legs[0].market.quote,
    spentUnits: legs[0].spentUnits as AssetUnits,
    receivedUnits: received(legs) as AssetUnits,
    betweenUnits: betweenUnits as AssetUnits,
    unusedUnits: unusedUnits as AssetUnits,
    feeUnits: fees(legs) as AssetUnits,
  };
};

const refuseQuote = (state: State, owner: OwnerId, from: AssetId, to: AssetId, units: number): number => {
  if (isMalformed(owner, from, to, units)) return refusalCode.malformed;
  if (!state.hasAsset(from) || !state.hasAsset(to)) return refusalCode.unknown_asset;
  legs = routeOf(state, from, to);
  if (legs.length === 0) return refusalCode.unknown_market;
  give(legs[0], units);
  if (isBeyondRange(legs[0])) return refusalCode.exceeds_range;
  return refuseStatus(legs) || refuseBounds(legs[0]) || tryLegs(state, owner);
};

export const convert: CommandKind<Convert> = {
  code: 24,
  flags: [{ reference: ['source', 0], hold: ['nonZero', 2], record: ['nonZero', 3] }],
  fields: {
    owner: 'number',
    from: 'number',
    to: 'number',
    units: 'number',
    minUnits: 'number',
    hold: 'number',
    record: 'number',
  },
  owners: ({ owner }) => [owner],
  refuse,
  execute,
};
