// Written by `npm run docs` from event-layouts.ts: change that instead.

import {
  hashOfWords,
  marginChanges,
  marketStatuses,
  orderEnds,
  positionSides,
  settlementMeans,
  sides,
  transferPurposes,
  unpackAssetCode,
  wallets,
} from '../vocabulary/codes.ts';
import type {
  AssetRegistered,
  AuditAnchored,
  ClockAdvanced,
  ClosingStarted,
  CommandRefused,
  CommandRepeated,
  Converted,
  CoreEvent,
  FeeScheduleSet,
  FeeTierSet,
  FundingEnded,
  FundingSettled,
  FundingStarted,
  HoldPending,
  HoldPosted,
  HoldVoided,
  LevelChanged,
  LeverageSet,
  LiquidationStarted,
  MarginChanged,
  MarketListed,
  MarketRulesChanged,
  MarketStatusChanged,
  MarkPriceSet,
  MinimumTermSet,
  OrderAccepted,
  OrderAmended,
  OrderEnded,
  OrderFilled,
  OrderProtected,
  OrderTriggered,
  OwnerFrozen,
  OwnerUnfrozen,
  PerpetualListed,
  PerpetualTermsChanged,
  PositionChanged,
  PositionClosed,
  PositionSettled,
  ReferencePriceSet,
  RestrictionsSet,
  RulesActivated,
  TransferPosted,
} from '../vocabulary/events.ts';
import { orderTraitsOf } from '../vocabulary/order-traits.ts';
import { refusalOf } from '../vocabulary/refusals.ts';
import { EventWords, legsAt, lengthAt, setHash, setLegs, type WordsOf } from './event-words.ts';

/** Appends events. Each is passed as the numeric values of its words (see `WordsOf`). */
export class EventWriter extends EventWords {
  commandRefused(e: WordsOf<CommandRefused>): void {
    const at = this.begin(1, 2);
    const { words } = this;
    words[at + 1] = e.refusal;
  }

  commandRepeated(e: WordsOf<CommandRepeated>): void {
    const at = this.begin(2, 3);
    const { words } = this;
    words[at + 1] = e.position;
    words[at + 2] = e.result;
  }

  assetRegistered(e: WordsOf<AssetRegistered>): void {
    const at = this.begin(3, 4);
    const { words } = this;
    words[at + 1] = e.asset;
    words[at + 2] = e.code;
    words[at + 3] = e.scale;
  }

  marketListed(e: WordsOf<MarketListed>): void {
    const at = this.begin(4, 14);
    const { words } = this;
    words[at + 1] = e.market;
    words[at + 2] = e.base;
    words[at + 3] = e.quote;
    words[at + 4] = e.referenceTicks;
    words[at + 5] = e.status;
    words[at + 6] = e.tickLotUnits;
    words[at + 7] = e.lotUnits;
    words[at + 8] = e.minSizeLots;
    words[at + 9] = e.maxSizeLots;
    words[at + 10] = e.minNotionalUnits;
    words[at + 11] = e.maxNotionalUnits;
    words[at + 12] = e.bandPpm;
    words[at + 13] = e.maxOpenOrders;
  }

  marketRulesChanged(e: WordsOf<MarketRulesChanged>): void {
    const at = this.begin(5, 10);
    const { words } = this;
    words[at + 1] = e.market;
    words[at + 2] = e.tickLotUnits;
    words[at + 3] = e.lotUnits;
    words[at + 4] = e.minSizeLots;
    words[at + 5] = e.maxSizeLots;
    words[at + 6] = e.minNotionalUnits;
    words[at + 7] = e.maxNotionalUnits;
    words[at + 8] = e.bandPpm;
    words[at + 9] = e.maxOpenOrders;
  }

  marketStatusChanged(e: WordsOf<MarketStatusChanged>): void {
    const at = this.begin(6, 3);
    const { words } = this;
    words[at + 1] = e.market;
    words[at + 2] = e.status;
  }

  referencePriceSet(e: WordsOf<ReferencePriceSet>): void {
    const at = this.begin(7, 3);
    const { words } = this;
    words[at + 1] = e.market;
    words[at + 2] = e.referenceTicks;
  }

  feeScheduleSet(e: WordsOf<FeeScheduleSet>): void {
    const at = this.begin(8, 4);
    const { words } = this;
    words[at + 1] = e.tier;
    words[at + 2] = e.makerPpm;
    words[at + 3] = e.takerPpm;
  }

  feeTierSet(e: WordsOf<FeeTierSet>): void {
    const at = this.begin(9, 3);
    const { words } = this;
    words[at + 1] = e.owner;
    words[at + 2] = e.tier;
  }

  ownerFrozen(e: WordsOf<OwnerFrozen>): void {
    const at = this.begin(10, 3);
    const { words } = this;
    words[at + 1] = e.owner;
    words[at + 2] = 0;
  }

  ownerUnfrozen(e: WordsOf<OwnerUnfrozen>): void {
    const at = this.begin(11, 3);
    const { words } = this;
    words[at + 1] = e.owner;
    words[at + 2] = 0;
  }

  clockAdvanced(e: WordsOf<ClockAdvanced>): void {
    const at = this.begin(12, 3);
    const { words } = this;
    words[at + 1] = e.byMs;
    words[at + 2] = 0;
  }

  rulesActivated(e: WordsOf<RulesActivated>): void {
    const at = this.begin(13, 3);
    const { words } = this;
    words[at + 1] = e.version;
    words[at + 2] = 0;
  }

  transferPosted(e: WordsOf<TransferPosted>): void {
    const at = this.begin(14, 3 + 4 * e.legs.count);
    const { words } = this;
    words[at + 1] = e.purpose;
    words[at + 2] = e.record;
    setLegs(words, at + 3, e.legs);
  }

  holdPending(e: WordsOf<HoldPending>): void {
    const at = this.begin(15, 11);
    const { words } = this;
    words[at + 1] = e.hold;
    words[at + 2] = e.purpose;
    words[at + 3] = e.asset;
    words[at + 4] = e.fromOwner;
    words[at + 5] = e.fromWallet;
    words[at + 6] = e.toOwner;
    words[at + 7] = e.toWallet;
    words[at + 8] = e.units;
    words[at + 9] = e.record;
    words[at + 10] = 0;
  }

  holdPosted(e: WordsOf<HoldPosted>): void {
    const at = this.begin(16, 11);
    const { words } = this;
    words[at + 1] = e.hold;
    words[at + 2] = e.purpose;
    words[at + 3] = e.asset;
    words[at + 4] = e.fromOwner;
    words[at + 5] = e.fromWallet;
    words[at + 6] = e.toOwner;
    words[at + 7] = e.toWallet;
    words[at + 8] = e.units;
    words[at + 9] = e.record;
    words[at + 10] = e.returnedUnits;
  }

  holdVoided(e: WordsOf<HoldVoided>): void {
    const at = this.begin(17, 11);
    const { words } = this;
    words[at + 1] = e.hold;
    words[at + 2] = e.purpose;
    words[at + 3] = e.asset;
    words[at + 4] = e.fromOwner;
    words[at + 5] = e.fromWallet;
    words[at + 6] = e.toOwner;
    words[at + 7] = e.toWallet;
    words[at + 8] = e.units;
    words[at + 9] = e.record;
    words[at + 10] = e.expired;
  }

  orderAccepted(e: WordsOf<OrderAccepted>): void {
    const at = this.begin(18, 12);
    const { words } = this;
    words[at + 1] = e.order;
    words[at + 2] = e.owner;
    words[at + 3] = e.market;
    words[at + 4] = e.traits;
    words[at + 5] = e.priceTicks;
    words[at + 6] = e.sizeLots;
    words[at + 7] = e.budgetUnits;
    words[at + 8] = e.triggerTicks;
    words[at + 9] = e.clientOrderId;
    words[at + 10] = e.ocoOrder;
    words[at + 11] = e.heldUnits;
  }

  orderTriggered(e: WordsOf<OrderTriggered>): void {
    const at = this.begin(19, 4);
    const { words } = this;
    words[at + 1] = e.order;
    words[at + 2] = e.owner;
    words[at + 3] = e.market;
  }

  orderFilled(e: WordsOf<OrderFilled>): void {
    const at = this.begin(20, 15);
    const { words } = this;
    words[at + 1] = e.market;
    words[at + 2] = e.trade;
    words[at + 3] = e.takerSide;
    words[at + 4] = e.makerOrder;
    words[at + 5] = e.makerOwner;
    words[at + 6] = e.takerOrder;
    words[at + 7] = e.takerOwner;
    words[at + 8] = e.priceTicks;
    words[at + 9] = e.sizeLots;
    words[at + 10] = e.notionalUnits;
    words[at + 11] = e.makerFeeUnits;
    words[at + 12] = e.takerFeeUnits;
    words[at + 13] = e.makerOpenLots;
    words[at + 14] = e.takerOpenLots;
  }

  orderAmended(e: WordsOf<OrderAmended>): void {
    const at = this.begin(21, 8);
    const { words } = this;
    words[at + 1] = e.order;
    words[at + 2] = e.owner;
    words[at + 3] = e.market;
    words[at + 4] = e.priceTicks;
    words[at + 5] = e.openLots;
    words[at + 6] = e.triggerTicks;
    words[at + 7] = e.keptPlace;
  }

  orderEnded(e: WordsOf<OrderEnded>): void {
    const at = this.begin(22, 8);
    const { words } = this;
    words[at + 1] = e.order;
    words[at + 2] = e.owner;
    words[at + 3] = e.market;
    words[at + 4] = e.end;
    words[at + 5] = e.unfilledLots;
    words[at + 6] = e.releasedUnits;
    words[at + 7] = e.refusal;
  }

  levelChanged(e: WordsOf<LevelChanged>): void {
    const at = this.begin(23, 6);
    const { words } = this;
    words[at + 1] = e.market;
    words[at + 2] = e.number;
    words[at + 3] = e.side;
    words[at + 4] = e.priceTicks;
    words[at + 5] = e.sizeLots;
  }

  converted(e: WordsOf<Converted>): void {
    const at = this.begin(24, 14);
    const { words } = this;
    words[at + 1] = e.owner;
    words[at + 2] = e.from;
    words[at + 3] = e.to;
    words[at + 4] = e.quote;
    words[at + 5] = e.spentUnits;
    words[at + 6] = e.receivedUnits;
    words[at + 7] = e.betweenUnits;
    words[at + 8] = e.unusedUnits;
    words[at + 9] = e.feeUnits;
    words[at + 10] = e.firstOrder;
    words[at + 11] = e.secondOrder;
    words[at + 12] = e.hold;
    words[at + 13] = e.record;
  }

  restrictionsSet(e: WordsOf<RestrictionsSet>): void {
    const at = this.begin(25, 4);
    const { words } = this;
    words[at + 1] = e.owner;
    words[at + 2] = e.tradeUntil;
    words[at + 3] = e.withdrawUntil;
  }

  auditAnchored(e: WordsOf<AuditAnchored>): void {
    const at = this.begin(26, 10);
    const { words } = this;
    words[at + 1] = e.sequence;
    setHash(words, at + 2, e.hash);
  }

  perpetualListed(e: WordsOf<PerpetualListed>): void {
    const at = this.begin(27, 22);
    const { words } = this;
    words[at + 1] = e.market;
    words[at + 2] = e.base;
    words[at + 3] = e.quote;
    words[at + 4] = e.markTicks;
    words[at + 5] = e.status;
    words[at + 6] = e.tickLotUnits;
    words[at + 7] = e.lotUnits;
    words[at + 8] = e.minSizeLots;
    words[at + 9] = e.maxSizeLots;
    words[at + 10] = e.minNotionalUnits;
    words[at + 11] = e.maxNotionalUnits;
    words[at + 12] = e.bandPpm;
    words[at + 13] = e.maxOpenOrders;
    words[at + 14] = e.maxLeverage;
    words[at + 15] = e.maintenancePpm;
    words[at + 16] = e.riskLimitUnits;
    words[at + 17] = e.riskStepUnits;
    words[at + 18] = e.riskStepPpm;
    words[at + 19] = e.liquidationFeePpm;
    words[at + 20] = e.maxPositionLots;
    words[at + 21] = e.maxOpenInterestLots;
  }

  perpetualTermsChanged(e: WordsOf<PerpetualTermsChanged>): void {
    const at = this.begin(28, 10);
    const { words } = this;
    words[at + 1] = e.market;
    words[at + 2] = e.maxLeverage;
    words[at + 3] = e.maintenancePpm;
    words[at + 4] = e.riskLimitUnits;
    words[at + 5] = e.riskStepUnits;
    words[at + 6] = e.riskStepPpm;
    words[at + 7] = e.liquidationFeePpm;
    words[at + 8] = e.maxPositionLots;
    words[at + 9] = e.maxOpenInterestLots;
  }

  markPriceSet(e: WordsOf<MarkPriceSet>): void {
    const at = this.begin(29, 3);
    const { words } = this;
    words[at + 1] = e.market;
    words[at + 2] = e.markTicks;
  }

  leverageSet(e: WordsOf<LeverageSet>): void {
    const at = this.begin(30, 5);
    const { words } = this;
    words[at + 1] = e.owner;
    words[at + 2] = e.market;
    words[at + 3] = e.position;
    words[at + 4] = e.leverage;
  }

  marginChanged(e: WordsOf<MarginChanged>): void {
    const at = this.begin(31, 7);
    const { words } = this;
    words[at + 1] = e.owner;
    words[at + 2] = e.market;
    words[at + 3] = e.position;
    words[at + 4] = e.change;
    words[at + 5] = e.units;
    words[at + 6] = e.marginUnits;
  }

  positionChanged(e: WordsOf<PositionChanged>): void {
    const at = this.begin(32, 8);
    const { words } = this;
    words[at + 1] = e.owner;
    words[at + 2] = e.market;
    words[at + 3] = e.position;
    words[at + 4] = e.sizeLots;
    words[at + 5] = e.costUnits;
    words[at + 6] = e.marginUnits;
    words[at + 7] = e.realizedUnits;
  }

  liquidationStarted(e: WordsOf<LiquidationStarted>): void {
    const at = this.begin(33, 8);
    const { words } = this;
    words[at + 1] = e.owner;
    words[at + 2] = e.market;
    words[at + 3] = e.position;
    words[at + 4] = e.order;
    words[at + 5] = e.sizeLots;
    words[at + 6] = e.bankruptcyTicks;
    words[at + 7] = e.markTicks;
  }

  positionSettled(e: WordsOf<PositionSettled>): void {
    const at = this.begin(34, 10);
    const { words } = this;
    words[at + 1] = e.owner;
    words[at + 2] = e.market;
    words[at + 3] = e.position;
    words[at + 4] = e.counterOwner;
    words[at + 5] = e.means;
    words[at + 6] = e.priceTicks;
    words[at + 7] = e.sizeLots;
    words[at + 8] = e.notionalUnits;
    words[at + 9] = e.feeUnits;
  }

  fundingStarted(e: WordsOf<FundingStarted>): void {
    const at = this.begin(35, 5);
    const { words } = this;
    words[at + 1] = e.market;
    words[at + 2] = e.payer;
    words[at + 3] = e.ratePpm;
    words[at + 4] = e.markTicks;
  }

  fundingSettled(e: WordsOf<FundingSettled>): void {
    const at = this.begin(36, 7);
    const { words } = this;
    words[at + 1] = e.owner;
    words[at + 2] = e.market;
    words[at + 3] = e.position;
    words[at + 4] = e.paidUnits;
    words[at + 5] = e.receivedUnits;
    words[at + 6] = e.marginUnits;
  }

  fundingEnded(e: WordsOf<FundingEnded>): void {
    const at = this.begin(37, 4);
    const { words } = this;
    words[at + 1] = e.market;
    words[at + 2] = e.collectedUnits;
    words[at + 3] = e.restUnits;
  }

  closingStarted(e: WordsOf<ClosingStarted>): void {
    const at = this.begin(38, 3);
    const { words } = this;
    words[at + 1] = e.market;
    words[at + 2] = e.markTicks;
  }

  minimumTermSet(e: WordsOf<MinimumTermSet>): void {
    const at = this.begin(41, 3);
    const { words } = this;
    words[at + 1] = e.market;
    words[at + 2] = e.days;
  }

  positionClosed(e: WordsOf<PositionClosed>): void {
    const at = this.begin(39, 7);
    const { words } = this;
    words[at + 1] = e.owner;
    words[at + 2] = e.market;
    words[at + 3] = e.position;
    words[at + 4] = e.priceTicks;
    words[at + 5] = e.sizeLots;
    words[at + 6] = e.notionalUnits;
  }

  orderProtected(e: WordsOf<OrderProtected>): void {
    const at = this.begin(40, 8);
    const { words } = this;
    words[at + 1] = e.order;
    words[at + 2] = e.owner;
    words[at + 3] = e.market;
    words[at + 4] = e.takeProfitTicks;
    words[at + 5] = e.stopLossTicks;
    words[at + 6] = e.takeProfitOrder;
    words[at + 7] = e.stopLossOrder;
  }
}

const readCommandRefused = (words: Float64Array, at: number): CommandRefused => {
  const event = {
    kind: 'CommandRefused',
    refusal: refusalOf(words[at + 1]),
  } as CommandRefused;
  return event;
};

const readCommandRepeated = (words: Float64Array, at: number): CommandRepeated => {
  const event = {
    kind: 'CommandRepeated',
    position: words[at + 1],
    result: words[at + 2],
  } as CommandRepeated;
  return event;
};

const readAssetRegistered = (words: Float64Array, at: number): AssetRegistered => {
  const event = {
    kind: 'AssetRegistered',
    asset: words[at + 1],
    code: unpackAssetCode(words[at + 2]),
    scale: words[at + 3],
  } as AssetRegistered;
  return event;
};

const readMarketListed = (words: Float64Array, at: number): MarketListed => {
  const event = {
    kind: 'MarketListed',
    market: words[at + 1],
    base: words[at + 2],
    quote: words[at + 3],
    referenceTicks: words[at + 4],
    status: marketStatuses[words[at + 5]],
    tickLotUnits: words[at + 6],
    lotUnits: words[at + 7],
    minSizeLots: words[at + 8],
    maxSizeLots: words[at + 9],
    minNotionalUnits: words[at + 10],
    maxNotionalUnits: words[at + 11],
    bandPpm: words[at + 12],
    maxOpenOrders: words[at + 13],
  } as MarketListed;
  return event;
};

const readMarketRulesChanged = (words: Float64Array, at: number): MarketRulesChanged => {
  const event = {
    kind: 'MarketRulesChanged',
    market: words[at + 1],
    tickLotUnits: words[at + 2],
    lotUnits: words[at + 3],
    minSizeLots: words[at + 4],
    maxSizeLots: words[at + 5],
    minNotionalUnits: words[at + 6],
    maxNotionalUnits: words[at + 7],
    bandPpm: words[at + 8],
    maxOpenOrders: words[at + 9],
  } as MarketRulesChanged;
  return event;
};

const readMarketStatusChanged = (words: Float64Array, at: number): MarketStatusChanged => {
  const event = {
    kind: 'MarketStatusChanged',
    market: words[at + 1],
    status: marketStatuses[words[at + 2]],
  } as MarketStatusChanged;
  return event;
};

const readReferencePriceSet = (words: Float64Array, at: number): ReferencePriceSet => {
  const event = {
    kind: 'ReferencePriceSet',
    market: words[at + 1],
    referenceTicks: words[at + 2],
  } as ReferencePriceSet;
  return event;
};

const readFeeScheduleSet = (words: Float64Array, at: number): FeeScheduleSet => {
  const event = {
    kind: 'FeeScheduleSet',
    tier: words[at + 1],
    makerPpm: words[at + 2],
    takerPpm: words[at + 3],
  } as FeeScheduleSet;
  return event;
};

const readFeeTierSet = (words: Float64Array, at: number): FeeTierSet => {
  const event = {
    kind: 'FeeTierSet',
    owner: words[at + 1],
    tier: words[at + 2],
  } as FeeTierSet;
  return event;
};

const readOwnerFrozen = (words: Float64Array, at: number): OwnerFrozen => {
  const event = {
    kind: 'OwnerFrozen',
    owner: words[at + 1],
  } as OwnerFrozen;
  return event;
};

const readOwnerUnfrozen = (words: Float64Array, at: number): OwnerUnfrozen => {
  const event = {
    kind: 'OwnerUnfrozen',
    owner: words[at + 1],
  } as OwnerUnfrozen;
  return event;
};

const readClockAdvanced = (words: Float64Array, at: number): ClockAdvanced => {
  const event = {
    kind: 'ClockAdvanced',
    byMs: words[at + 1],
  } as ClockAdvanced;
  return event;
};

const readRulesActivated = (words: Float64Array, at: number): RulesActivated => {
  const event = {
    kind: 'RulesActivated',
    version: words[at + 1],
  } as RulesActivated;
  return event;
};

const readTransferPosted = (words: Float64Array, at: number): TransferPosted => {
  const event = {
    kind: 'TransferPosted',
    purpose: transferPurposes[words[at + 1]],
    record: words[at + 2],
    legs: legsAt(words, at + 3, at + lengthAt(words, at)),
  } as TransferPosted;
  return event;
};

const readHoldPending = (words: Float64Array, at: number): HoldPending => {
  const event = {
    kind: 'HoldPending',
    hold: words[at + 1],
    purpose: transferPurposes[words[at + 2]],
    asset: words[at + 3],
    fromOwner: words[at + 4],
    fromWallet: wallets[words[at + 5]],
    toOwner: words[at + 6],
    toWallet: wallets[words[at + 7]],
    units: words[at + 8],
    record: words[at + 9],
  } as HoldPending;
  return event;
};

const readHoldPosted = (words: Float64Array, at: number): HoldPosted => {
  const event = {
    kind: 'HoldPosted',
    hold: words[at + 1],
    purpose: transferPurposes[words[at + 2]],
    asset: words[at + 3],
    fromOwner: words[at + 4],
    fromWallet: wallets[words[at + 5]],
    toOwner: words[at + 6],
    toWallet: wallets[words[at + 7]],
    units: words[at + 8],
    record: words[at + 9],
    returnedUnits: words[at + 10],
  } as HoldPosted;
  return event;
};

const readHoldVoided = (words: Float64Array, at: number): HoldVoided => {
  const event = {
    kind: 'HoldVoided',
    hold: words[at + 1],
    purpose: transferPurposes[words[at + 2]],
    asset: words[at + 3],
    fromOwner: words[at + 4],
    fromWallet: wallets[words[at + 5]],
    toOwner: words[at + 6],
    toWallet: wallets[words[at + 7]],
    units: words[at + 8],
    record: words[at + 9],
    expired: words[at + 10] === 1,
  } as HoldVoided;
  return event;
};

const readOrderAccepted = (words: Float64Array, at: number): OrderAccepted => {
  const { side, type, timeInForce, postOnly, selfTrade, trigger, reduceOnly } = orderTraitsOf(words[at + 4]);
  const event = {
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
    reduceOnly,
    priceTicks: words[at + 5],
    sizeLots: words[at + 6],
    budgetUnits: words[at + 7],
    triggerTicks: words[at + 8],
    clientOrderId: words[at + 9],
    ocoOrder: words[at + 10],
    heldUnits: words[at + 11],
  } as OrderAccepted;
  return event;
};

const readOrderTriggered = (words: Float64Array, at: number): OrderTriggered => {
  const event = {
    kind: 'OrderTriggered',
    order: words[at + 1],
    owner: words[at + 2],
    market: words[at + 3],
  } as OrderTriggered;
  return event;
};

const readOrderFilled = (words: Float64Array, at: number): OrderFilled => {
  const event = {
    kind: 'OrderFilled',
    market: words[at + 1],
    trade: words[at + 2],
    takerSide: sides[words[at + 3]],
    makerOrder: words[at + 4],
    makerOwner: words[at + 5],
    takerOrder: words[at + 6],
    takerOwner: words[at + 7],
    priceTicks: words[at + 8],
    sizeLots: words[at + 9],
    notionalUnits: words[at + 10],
    makerFeeUnits: words[at + 11],
    takerFeeUnits: words[at + 12],
    makerOpenLots: words[at + 13],
    takerOpenLots: words[at + 14],
  } as OrderFilled;
  return event;
};

const readOrderAmended = (words: Float64Array, at: number): OrderAmended => {
  const event = {
    kind: 'OrderAmended',
    order: words[at + 1],
    owner: words[at + 2],
    market: words[at + 3],
    priceTicks: words[at + 4],
    openLots: words[at + 5],
    triggerTicks: words[at + 6],
    keptPlace: words[at + 7] === 1,
  } as OrderAmended;
  return event;
};

const readOrderEnded = (words: Float64Array, at: number): OrderEnded => {
  const event = {
    kind: 'OrderEnded',
    order: words[at + 1],
    owner: words[at + 2],
    market: words[at + 3],
    end: orderEnds[words[at + 4]],
    unfilledLots: words[at + 5],
    releasedUnits: words[at + 6],
  } as OrderEnded;
  return words[at + 7] === 0 ? event : { ...event, refusal: refusalOf(words[at + 7]) };
};

const readLevelChanged = (words: Float64Array, at: number): LevelChanged => {
  const event = {
    kind: 'LevelChanged',
    market: words[at + 1],
    number: words[at + 2],
    side: sides[words[at + 3]],
    priceTicks: words[at + 4],
    sizeLots: words[at + 5],
  } as LevelChanged;
  return event;
};

const readConverted = (words: Float64Array, at: number): Converted => {
  const event = {
    kind: 'Converted',
    owner: words[at + 1],
    from: words[at + 2],
    to: words[at + 3],
    quote: words[at + 4],
    spentUnits: words[at + 5],
    receivedUnits: words[at + 6],
    betweenUnits: words[at + 7],
    unusedUnits: words[at + 8],
    feeUnits: words[at + 9],
    firstOrder: words[at + 10],
    secondOrder: words[at + 11],
    hold: words[at + 12],
    record: words[at + 13],
  } as Converted;
  return event;
};

const readRestrictionsSet = (words: Float64Array, at: number): RestrictionsSet => {
  const event = {
    kind: 'RestrictionsSet',
    owner: words[at + 1],
    tradeUntil: words[at + 2],
    withdrawUntil: words[at + 3],
  } as RestrictionsSet;
  return event;
};

const readAuditAnchored = (words: Float64Array, at: number): AuditAnchored => {
  const event = {
    kind: 'AuditAnchored',
    sequence: words[at + 1],
    hash: hashOfWords(words.subarray(at + 2, at + 10)),
  } as AuditAnchored;
  return event;
};

const readPerpetualListed = (words: Float64Array, at: number): PerpetualListed => {
  const event = {
    kind: 'PerpetualListed',
    market: words[at + 1],
    base: words[at + 2],
    quote: words[at + 3],
    markTicks: words[at + 4],
    status: marketStatuses[words[at + 5]],
    tickLotUnits: words[at + 6],
    lotUnits: words[at + 7],
    minSizeLots: words[at + 8],
    maxSizeLots: words[at + 9],
    minNotionalUnits: words[at + 10],
    maxNotionalUnits: words[at + 11],
    bandPpm: words[at + 12],
    maxOpenOrders: words[at + 13],
    maxLeverage: words[at + 14],
    maintenancePpm: words[at + 15],
    riskLimitUnits: words[at + 16],
    riskStepUnits: words[at + 17],
    riskStepPpm: words[at + 18],
    liquidationFeePpm: words[at + 19],
    maxPositionLots: words[at + 20],
    maxOpenInterestLots: words[at + 21],
  } as PerpetualListed;
  return event;
};

const readPerpetualTermsChanged = (words: Float64Array, at: number): PerpetualTermsChanged => {
  const event = {
    kind: 'PerpetualTermsChanged',
    market: words[at + 1],
    maxLeverage: words[at + 2],
    maintenancePpm: words[at + 3],
    riskLimitUnits: words[at + 4],
    riskStepUnits: words[at + 5],
    riskStepPpm: words[at + 6],
    liquidationFeePpm: words[at + 7],
    maxPositionLots: words[at + 8],
    maxOpenInterestLots: words[at + 9],
  } as PerpetualTermsChanged;
  return event;
};

const readMarkPriceSet = (words: Float64Array, at: number): MarkPriceSet => {
  const event = {
    kind: 'MarkPriceSet',
    market: words[at + 1],
    markTicks: words[at + 2],
  } as MarkPriceSet;
  return event;
};

const readLeverageSet = (words: Float64Array, at: number): LeverageSet => {
  const event = {
    kind: 'LeverageSet',
    owner: words[at + 1],
    market: words[at + 2],
    position: positionSides[words[at + 3]],
    leverage: words[at + 4],
  } as LeverageSet;
  return event;
};

const readMarginChanged = (words: Float64Array, at: number): MarginChanged => {
  const event = {
    kind: 'MarginChanged',
    owner: words[at + 1],
    market: words[at + 2],
    position: positionSides[words[at + 3]],
    change: marginChanges[words[at + 4]],
    units: words[at + 5],
    marginUnits: words[at + 6],
  } as MarginChanged;
  return event;
};

const readPositionChanged = (words: Float64Array, at: number): PositionChanged => {
  const event = {
    kind: 'PositionChanged',
    owner: words[at + 1],
    market: words[at + 2],
    position: positionSides[words[at + 3]],
    sizeLots: words[at + 4],
    costUnits: words[at + 5],
    marginUnits: words[at + 6],
    realizedUnits: words[at + 7],
  } as PositionChanged;
  return event;
};

const readLiquidationStarted = (words: Float64Array, at: number): LiquidationStarted => {
  const event = {
    kind: 'LiquidationStarted',
    owner: words[at + 1],
    market: words[at + 2],
    position: positionSides[words[at + 3]],
    order: words[at + 4],
    sizeLots: words[at + 5],
    bankruptcyTicks: words[at + 6],
    markTicks: words[at + 7],
  } as LiquidationStarted;
  return event;
};

const readPositionSettled = (words: Float64Array, at: number): PositionSettled => {
  const event = {
    kind: 'PositionSettled',
    owner: words[at + 1],
    market: words[at + 2],
    position: positionSides[words[at + 3]],
    counterOwner: words[at + 4],
    means: settlementMeans[words[at + 5]],
    priceTicks: words[at + 6],
    sizeLots: words[at + 7],
    notionalUnits: words[at + 8],
    feeUnits: words[at + 9],
  } as PositionSettled;
  return event;
};

const readFundingStarted = (words: Float64Array, at: number): FundingStarted => {
  const event = {
    kind: 'FundingStarted',
    market: words[at + 1],
    payer: positionSides[words[at + 2]],
    ratePpm: words[at + 3],
    markTicks: words[at + 4],
  } as FundingStarted;
  return event;
};

const readFundingSettled = (words: Float64Array, at: number): FundingSettled => {
  const event = {
    kind: 'FundingSettled',
    owner: words[at + 1],
    market: words[at + 2],
    position: positionSides[words[at + 3]],
    paidUnits: words[at + 4],
    receivedUnits: words[at + 5],
    marginUnits: words[at + 6],
  } as FundingSettled;
  return event;
};

const readFundingEnded = (words: Float64Array, at: number): FundingEnded => {
  const event = {
    kind: 'FundingEnded',
    market: words[at + 1],
    collectedUnits: words[at + 2],
    restUnits: words[at + 3],
  } as FundingEnded;
  return event;
};

const readClosingStarted = (words: Float64Array, at: number): ClosingStarted => {
  const event = {
    kind: 'ClosingStarted',
    market: words[at + 1],
    markTicks: words[at + 2],
  } as ClosingStarted;
  return event;
};

const readMinimumTermSet = (words: Float64Array, at: number): MinimumTermSet => {
  const event = {
    kind: 'MinimumTermSet',
    market: words[at + 1],
    days: words[at + 2],
  } as MinimumTermSet;
  return event;
};

const readPositionClosed = (words: Float64Array, at: number): PositionClosed => {
  const event = {
    kind: 'PositionClosed',
    owner: words[at + 1],
    market: words[at + 2],
    position: positionSides[words[at + 3]],
    priceTicks: words[at + 4],
    sizeLots: words[at + 5],
    notionalUnits: words[at + 6],
  } as PositionClosed;
  return event;
};

const readOrderProtected = (words: Float64Array, at: number): OrderProtected => {
  const event = {
    kind: 'OrderProtected',
    order: words[at + 1],
    owner: words[at + 2],
    market: words[at + 3],
    takeProfitTicks: words[at + 4],
    stopLossTicks: words[at + 5],
    takeProfitOrder: words[at + 6],
    stopLossOrder: words[at + 7],
  } as OrderProtected;
  return event;
};

/** The event whose first word is words[at]. Throws RangeError for a code it does not know. */
export const readEvent = (words: Float64Array, at: number): CoreEvent => {
  switch (words[at] % 64) {
    case 1:
      return readCommandRefused(words, at);
    case 2:
      return readCommandRepeated(words, at);
    case 3:
      return readAssetRegistered(words, at);
    case 4:
      return readMarketListed(words, at);
    case 5:
      return readMarketRulesChanged(words, at);
    case 6:
      return readMarketStatusChanged(words, at);
    case 7:
      return readReferencePriceSet(words, at);
    case 8:
      return readFeeScheduleSet(words, at);
    case 9:
      return readFeeTierSet(words, at);
    case 10:
      return readOwnerFrozen(words, at);
    case 11:
      return readOwnerUnfrozen(words, at);
    case 12:
      return readClockAdvanced(words, at);
    case 13:
      return readRulesActivated(words, at);
    case 14:
      return readTransferPosted(words, at);
    case 15:
      return readHoldPending(words, at);
    case 16:
      return readHoldPosted(words, at);
    case 17:
      return readHoldVoided(words, at);
    case 18:
      return readOrderAccepted(words, at);
    case 19:
      return readOrderTriggered(words, at);
    case 20:
      return readOrderFilled(words, at);
    case 21:
      return readOrderAmended(words, at);
    case 22:
      return readOrderEnded(words, at);
    case 23:
      return readLevelChanged(words, at);
    case 24:
      return readConverted(words, at);
    case 25:
      return readRestrictionsSet(words, at);
    case 26:
      return readAuditAnchored(words, at);
    case 27:
      return readPerpetualListed(words, at);
    case 28:
      return readPerpetualTermsChanged(words, at);
    case 29:
      return readMarkPriceSet(words, at);
    case 30:
      return readLeverageSet(words, at);
    case 31:
      return readMarginChanged(words, at);
    case 32:
      return readPositionChanged(words, at);
    case 33:
      return readLiquidationStarted(words, at);
    case 34:
      return readPositionSettled(words, at);
    case 35:
      return readFundingStarted(words, at);
    case 36:
      return readFundingSettled(words, at);
    case 37:
      return readFundingEnded(words, at);
    case 38:
      return readClosingStarted(words, at);
    case 41:
      return readMinimumTermSet(words, at);
    case 39:
      return readPositionClosed(words, at);
    case 40:
      return readOrderProtected(words, at);
    default:
      throw new RangeError('unknown event code');
  }
};
