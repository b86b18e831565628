import type { AssetUnits, PriceTicks, RatePpm, SizeLots, TimeMs } from '@vitrine/money';
import {
  HASH_WORDS,
  hashOfWords,
  marketStatuses,
  orderEnds,
  sides,
  transferPurposes,
  unpackAssetCode,
  wallets,
} from '../vocabulary/codes.ts';
import type { Leg, MarketRules } from '../vocabulary/commands.ts';
import type { CoreEvent } from '../vocabulary/events.ts';
import { orderTraitsOf } from '../vocabulary/order-traits.ts';
import { refusalOf } from '../vocabulary/refusals.ts';

/** An event's code in the words. Never renumber: append. */
export const eventCode = {
  CommandRefused: 1,
  CommandRepeated: 2,
  AssetRegistered: 3,
  MarketListed: 4,
  MarketRulesChanged: 5,
  MarketStatusChanged: 6,
  ReferencePriceSet: 7,
  FeeScheduleSet: 8,
  FeeTierSet: 9,
  OwnerFrozen: 10,
  OwnerUnfrozen: 11,
  ClockAdvanced: 12,
  RulesActivated: 13,
  TransferPosted: 14,
  HoldPending: 15,
  HoldPosted: 16,
  HoldVoided: 17,
  OrderAccepted: 18,
  OrderTriggered: 19,
  OrderFilled: 20,
  OrderAmended: 21,
  OrderEnded: 22,
  LevelChanged: 23,
  Converted: 24,
  RestrictionsSet: 25,
  AuditAnchored: 26,
} as const;

const rulesAt = (words: Float64Array, at: number): MarketRules => ({
  tickLotUnits: words[at] as AssetUnits,
  lotUnits: words[at + 1] as AssetUnits,
  minSizeLots: words[at + 2] as SizeLots,
  maxSizeLots: words[at + 3] as SizeLots,
  minNotionalUnits: words[at + 4] as AssetUnits,
  maxNotionalUnits: words[at + 5] as AssetUnits,
  bandPpm: words[at + 6] as RatePpm,
  maxOpenOrders: words[at + 7],
});

const holdAt = (words: Float64Array, at: number) => ({
  hold: words[at + 1],
  purpose: transferPurposes[words[at + 2]],
  asset: words[at + 3],
  fromOwner: words[at + 4],
  fromWallet: wallets[words[at + 5]],
  toOwner: words[at + 6],
  toWallet: wallets[words[at + 7]],
  units: words[at + 8] as AssetUnits,
  record: words[at + 9],
});

const legsAt = (words: Float64Array, start: number, end: number): Leg[] => {
  const legs: Leg[] = [];
  for (let at = start; at < end; at += 4)
    legs.push({
      owner: words[at],
      wallet: wallets[words[at + 1]],
      asset: words[at + 2],
      units: words[at + 3] as AssetUnits,
    });
  return legs;
};

/** The event whose first word is words[at]. Throws RangeError for a code it does not know. */
export const readEvent = (words: Float64Array, at: number): CoreEvent => {
  const length = Math.floor(words[at] / 64);
  switch (words[at] % 64) {
    case eventCode.CommandRefused:
      return { kind: 'CommandRefused', refusal: refusalOf(words[at + 1]) };
    case eventCode.CommandRepeated:
      return { kind: 'CommandRepeated', position: words[at + 1], result: words[at + 2] };
    case eventCode.AssetRegistered:
      return {
        kind: 'AssetRegistered',
        asset: words[at + 1],
        code: unpackAssetCode(words[at + 2]),
        scale: words[at + 3],
      };
    case eventCode.MarketListed:
      return {
        kind: 'MarketListed',
        market: words[at + 1],
        base: words[at + 2],
        quote: words[at + 3],
        referenceTicks: words[at + 4] as PriceTicks,
        status: marketStatuses[words[at + 5]],
        ...rulesAt(words, at + 6),
      };
    case eventCode.MarketRulesChanged:
      return { kind: 'MarketRulesChanged', market: words[at + 1], ...rulesAt(words, at + 2) };
    case eventCode.MarketStatusChanged:
      return { kind: 'MarketStatusChanged', market: words[at + 1], status: marketStatuses[words[at + 2]] };
    case eventCode.ReferencePriceSet:
      return { kind: 'ReferencePriceSet', market: words[at + 1], referenceTicks: words[at + 2] as PriceTicks };
    case eventCode.FeeScheduleSet:
      return {
        kind: 'FeeScheduleSet',
        tier: words[at + 1],
        makerPpm: words[at + 2] as RatePpm,
        takerPpm: words[at + 3] as RatePpm,
      };
    case eventCode.FeeTierSet:
      return { kind: 'FeeTierSet', owner: words[at + 1], tier: words[at + 2] };
    case eventCode.OwnerFrozen:
      return { kind: 'OwnerFrozen', owner: words[at + 1] };
    case eventCode.OwnerUnfrozen:
      return { kind: 'OwnerUnfrozen', owner: words[at + 1] };
    case eventCode.RestrictionsSet:
      return {
        kind: 'RestrictionsSet',
        owner: words[at + 1],
        tradeUntil: words[at + 2] as TimeMs,
        withdrawUntil: words[at + 3] as TimeMs,
      };
    case eventCode.AuditAnchored:
      return {
        kind: 'AuditAnchored',
        sequence: words[at + 1],
        hash: hashOfWords(words.subarray(at + 2, at + 2 + HASH_WORDS)),
      };
    case eventCode.ClockAdvanced:
      return { kind: 'ClockAdvanced', byMs: words[at + 1] };
    case eventCode.RulesActivated:
      return { kind: 'RulesActivated', version: words[at + 1] };
    case eventCode.TransferPosted:
      return {
        kind: 'TransferPosted',
        purpose: transferPurposes[words[at + 1]],
        record: words[at + 2],
        legs: legsAt(words, at + 3, at + length),
      };
    case eventCode.HoldPending:
      return { kind: 'HoldPending', ...holdAt(words, at) };
    case eventCode.HoldPosted:
      return { kind: 'HoldPosted', ...holdAt(words, at), returnedUnits: words[at + 10] as AssetUnits };
    case eventCode.HoldVoided:
      return { kind: 'HoldVoided', ...holdAt(words, at), expired: words[at + 10] === 1 };
    case eventCode.OrderAccepted: {
      // Field by field: to spread them into the literal would cost half as much again.
      const { side, type, timeInForce, postOnly, selfTrade, trigger } = orderTraitsOf(words[at + 4]);
      return {
        kind: 'OrderAccepted',
        order: words[at + 1],
        owner: words[at + 2],
        market: words[at + 3],
        side,
        type,
        timeInForce,
        postOnly,
        selfTrade,
        trigger,
        priceTicks: words[at + 5] as PriceTicks,
        sizeLots: words[at + 6] as SizeLots,
        budgetUnits: words[at + 7] as AssetUnits,
        triggerTicks: words[at + 8] as PriceTicks,
        clientOrderId: words[at + 9],
        ocoOrder: words[at + 10],
        heldUnits: words[at + 11] as AssetUnits,
      };
    }
    case eventCode.OrderTriggered:
      return { kind: 'OrderTriggered', order: words[at + 1], owner: words[at + 2], market: words[at + 3] };
    case eventCode.OrderFilled:
      return {
        kind: 'OrderFilled',
        market: words[at + 1],
        trade: words[at + 2],
        takerSide: sides[words[at + 3]],
        makerOrder: words[at + 4],
        makerOwner: words[at + 5],
        takerOrder: words[at + 6],
        takerOwner: words[at + 7],
        priceTicks: words[at + 8] as PriceTicks,
        sizeLots: words[at + 9] as SizeLots,
        notionalUnits: words[at + 10] as AssetUnits,
        makerFeeUnits: words[at + 11] as AssetUnits,
        takerFeeUnits: words[at + 12] as AssetUnits,
        makerOpenLots: words[at + 13] as SizeLots,
        takerOpenLots: words[at + 14] as SizeLots,
      };
    case eventCode.OrderAmended:
      return {
        kind: 'OrderAmended',
        order: words[at + 1],
        owner: words[at + 2],
        market: words[at + 3],
        priceTicks: words[at + 4] as PriceTicks,
        openLots: words[at + 5] as SizeLots,
        triggerTicks: words[at + 6] as PriceTicks,
        keptPlace: words[at + 7] === 1,
      };
    case eventCode.OrderEnded: {
      const order = words[at + 1];
      const owner = words[at + 2];
      const market = words[at + 3];
      const end = orderEnds[words[at + 4]];
      const unfilledLots = words[at + 5] as SizeLots;
      const releasedUnits = words[at + 6] as AssetUnits;
      const ended = { kind: 'OrderEnded', order, owner, market, end, unfilledLots, releasedUnits } as const;
      return words[at + 7] === 0 ? ended : { ...ended, refusal: refusalOf(words[at + 7]) };
    }
    case eventCode.LevelChanged:
      return {
        kind: 'LevelChanged',
        market: words[at + 1],
        number: words[at + 2],
        side: sides[words[at + 3]],
        priceTicks: words[at + 4] as PriceTicks,
        sizeLots: words[at + 5] as SizeLots,
      };
    case eventCode.Converted:
      return {
        kind: 'Converted',
        owner: words[at + 1],
        from: words[at + 2],
        to: words[at + 3],
        quote: words[at + 4],
        spentUnits: words[at + 5] as AssetUnits,
        receivedUnits: words[at + 6] as AssetUnits,
        betweenUnits: words[at + 7] as AssetUnits,
        unusedUnits: words[at + 8] as AssetUnits,
        feeUnits: words[at + 9] as AssetUnits,
        firstOrder: words[at + 10],
        secondOrder: words[at + 11],
        hold: words[at + 12],
        record: words[at + 13],
      };
    default:
      throw new RangeError(`no event has code ${words[at] % 64}`);
  }
};
