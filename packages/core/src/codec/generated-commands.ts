// Written by `npm run docs` from the layouts in commands: change those instead.

import type { ActivateRules } from '../commands/activate-rules.ts';
import type { AdvanceClock } from '../commands/advance-clock.ts';
import type { Command } from '../commands/all.ts';
import type { AmendOrder } from '../commands/amend-order.ts';
import type { AnchorAudit } from '../commands/anchor-audit.ts';
import type { CancelAllOrders } from '../commands/cancel-all-orders.ts';
import type { CancelOrder } from '../commands/cancel-order.ts';
import type { ChangeMargin } from '../commands/change-margin.ts';
import type { ChangeMarketRules } from '../commands/change-market-rules.ts';
import type { ChangePerpetualTerms } from '../commands/change-perpetual-terms.ts';
import type { ClosePosition } from '../commands/close-position.ts';
import type { ClosePositions } from '../commands/close-positions.ts';
import type { Convert } from '../commands/convert.ts';
import type { FreezeOwner } from '../commands/freeze-owner.ts';
import type { HoldUnits } from '../commands/hold-units.ts';
import type { ListMarket } from '../commands/list-market.ts';
import type { ListPerpetual } from '../commands/list-perpetual.ts';
import type { PlaceOco } from '../commands/place-oco.ts';
import type { PlaceOrder } from '../commands/place-order.ts';
import type { PostHold } from '../commands/post-hold.ts';
import type { RegisterAsset } from '../commands/register-asset.ts';
import type { SetFeeSchedule } from '../commands/set-fee-schedule.ts';
import type { SetFeeTier } from '../commands/set-fee-tier.ts';
import type { SetLeverage } from '../commands/set-leverage.ts';
import type { SetMarkPrice } from '../commands/set-mark-price.ts';
import type { SetMarketStatus } from '../commands/set-market-status.ts';
import type { SetMinimumTerm } from '../commands/set-minimum-term.ts';
import type { SetReferencePrice } from '../commands/set-reference-price.ts';
import type { SetRestrictions } from '../commands/set-restrictions.ts';
import type { SettleFunding } from '../commands/settle-funding.ts';
import type { Tick } from '../commands/tick.ts';
import type { Transfer } from '../commands/transfer.ts';
import type { UnfreezeOwner } from '../commands/unfreeze-owner.ts';
import type { VoidHold } from '../commands/void-hold.ts';
import {
  expectedStatuses,
  HASH_WORDS,
  hashOfWords,
  marginChanges,
  marketStatuses,
  orderTypes,
  packAssetCode,
  positionSides,
  selfTrades,
  sides,
  timesInForce,
  transferPurposes,
  triggerKinds,
  unpackAssetCode,
  wallets,
} from '../vocabulary/codes.ts';
import type { AssetId, HoldId, MarketId, OrderId, OwnerId } from '../vocabulary/terms.ts';
import type { ByteReader } from './byte-reader.ts';
import { type ByteWriter, literalCode, UnencodableValue } from './byte-writer.ts';
import {
  choiceCode,
  given,
  Legs,
  legsOf,
  ReferenceFields,
  readHash,
  readLegs,
  referenceOf,
  sourceCode,
  writeHash,
  writeLegs,
} from './command-parts.ts';

export const commandCode = {
  PlaceOrder: 14,
  CancelOrder: 17,
  AmendOrder: 16,
  PlaceOco: 15,
  CancelAllOrders: 18,
  Transfer: 10,
  HoldUnits: 11,
  PostHold: 12,
  VoidHold: 13,
  Convert: 24,
  RegisterAsset: 1,
  ListMarket: 2,
  ChangeMarketRules: 3,
  SetMarketStatus: 4,
  SetReferencePrice: 5,
  SetFeeSchedule: 6,
  SetFeeTier: 7,
  FreezeOwner: 8,
  UnfreezeOwner: 9,
  SetRestrictions: 25,
  ListPerpetual: 27,
  ChangePerpetualTerms: 28,
  SetMinimumTerm: 35,
  SetMarkPrice: 29,
  SetLeverage: 30,
  ChangeMargin: 31,
  SettleFunding: 32,
  ClosePosition: 36,
  ClosePositions: 33,
  AnchorAudit: 26,
  Tick: 19,
  AdvanceClock: 20,
  ActivateRules: 21,
} as const;

/**
 * One decoded command, its literals as numbers (codes.ts). A single instance is reused for every command of a batch, so
 * that decoding allocates nothing; fields that a kind does not have keep their old values.
 */
export class CommandFields extends ReferenceFields {
  kind = 0;
  side = 0;
  type = 0;
  timeInForce = 0;
  postOnly = 0;
  selfTrade = 0;
  reduceOnly = 0;
  triggerKind = 0;
  owner: OwnerId = 0;
  market: MarketId = 0;
  priceTicks = 0;
  sizeLots = 0;
  budgetUnits = 0;
  triggerTicks = 0;
  clientOrderId = 0;
  takeProfitTicks = 0;
  stopLossTicks = 0;
  order: OrderId = 0;
  hasPriceTicks = false;
  hasOpenLots = false;
  hasTriggerTicks = false;
  openLots = 0;
  openBefore = 0;
  stopTriggerTicks = 0;
  stopPriceTicks = 0;
  record = 0;
  by: OwnerId = 0;
  purpose = 0;
  readonly legs = new Legs();
  hasUse = false;
  useValueUnits = 0;
  useLimitUnits = 0;
  fromOwner: OwnerId = 0;
  fromWallet = 0;
  toOwner: OwnerId = 0;
  toWallet = 0;
  asset: AssetId = 0;
  units = 0;
  expiresAt = 0;
  hasUnits = false;
  hold: HoldId = 0;
  from: AssetId = 0;
  to: AssetId = 0;
  minUnits = 0;
  code = 0;
  scale = 0;
  base: AssetId = 0;
  quote: AssetId = 0;
  referenceTicks = 0;
  status = 0;
  tickLotUnits = 0;
  lotUnits = 0;
  minSizeLots = 0;
  maxSizeLots = 0;
  minNotionalUnits = 0;
  maxNotionalUnits = 0;
  bandPpm = 0;
  maxOpenOrders = 0;
  expected = 0;
  tier = 0;
  makerPpm = 0;
  takerPpm = 0;
  tradeUntil = 0;
  withdrawUntil = 0;
  markTicks = 0;
  maxLeverage = 0;
  maintenancePpm = 0;
  riskLimitUnits = 0;
  riskStepUnits = 0;
  riskStepPpm = 0;
  liquidationFeePpm = 0;
  maxPositionLots = 0;
  maxOpenInterestLots = 0;
  days = 0;
  position = 0;
  leverage = 0;
  change = 0;
  payer = 0;
  ratePpm = 0;
  distancePpm = 0;
  settlementTicks = 0;
  sequence = 0;
  readonly hash = new Int32Array(HASH_WORDS);
  byMs = 0;
  version = 0;
}

const readPlaceOrder = (f: CommandFields, reader: ByteReader): void => {
  const flags = reader.byte();
  f.side = flags & 1;
  f.type = (flags >> 1) & 1;
  f.timeInForce = (flags >> 2) & 3;
  f.postOnly = (flags >> 4) & 1;
  f.selfTrade = (flags >> 5) & 3;
  f.reduceOnly = (flags >> 7) & 1;
  const more = reader.byte();
  f.triggerKind = more & 3;
  f.referenceSource = (more >> 4) & 3;
  f.takeProfitTicks = 0;
  f.stopLossTicks = 0;
  f.owner = reader.number();
  f.market = reader.number();
  f.priceTicks = (more & 64) !== 0 ? reader.number() : 0;
  f.sizeLots = (more & 128) !== 0 ? reader.number() : 0;
  f.budgetUnits = (more & 4) !== 0 ? reader.number() : 0;
  f.triggerTicks = f.triggerKind !== 0 ? reader.number() : 0;
  f.clientOrderId = (more & 8) !== 0 ? reader.number() : 0;
};

const readLongPlaceOrder = (f: CommandFields, reader: ByteReader): void => {
  const flags = reader.byte();
  f.side = flags & 1;
  f.type = (flags >> 1) & 1;
  f.timeInForce = (flags >> 2) & 3;
  f.postOnly = (flags >> 4) & 1;
  f.selfTrade = (flags >> 5) & 3;
  f.reduceOnly = (flags >> 7) & 1;
  const more = reader.byte();
  f.triggerKind = more & 3;
  f.referenceSource = (more >> 4) & 3;
  f.owner = reader.number();
  f.market = reader.number();
  f.priceTicks = (more & 64) !== 0 ? reader.number() : 0;
  f.sizeLots = (more & 128) !== 0 ? reader.number() : 0;
  f.budgetUnits = (more & 4) !== 0 ? reader.number() : 0;
  f.triggerTicks = f.triggerKind !== 0 ? reader.number() : 0;
  f.clientOrderId = (more & 8) !== 0 ? reader.number() : 0;
  f.takeProfitTicks = reader.number();
  f.stopLossTicks = reader.number();
};

const readCancelOrder = (f: CommandFields, reader: ByteReader): void => {
  f.referenceSource = reader.byte();
  f.owner = reader.number();
  f.order = reader.number();
};

const readAmendOrder = (f: CommandFields, reader: ByteReader): void => {
  const flags = reader.byte();
  f.hasPriceTicks = (flags & 1) !== 0;
  f.hasOpenLots = (flags & 2) !== 0;
  f.hasTriggerTicks = (flags & 4) !== 0;
  f.referenceSource = (flags >> 3) & 3;
  f.owner = reader.number();
  f.order = reader.number();
  f.priceTicks = f.hasPriceTicks ? reader.number() : 0;
  f.openLots = f.hasOpenLots ? reader.number() : 0;
  f.triggerTicks = f.hasTriggerTicks ? reader.number() : 0;
  f.openBefore = (flags & 32) !== 0 ? reader.number() : 0;
};

const readPlaceOco = (f: CommandFields, reader: ByteReader): void => {
  const flags = reader.byte();
  f.side = flags & 1;
  f.selfTrade = (flags >> 5) & 3;
  const more = reader.byte();
  f.referenceSource = (more >> 4) & 3;
  f.owner = reader.number();
  f.market = reader.number();
  f.sizeLots = reader.number();
  f.priceTicks = reader.number();
  f.stopTriggerTicks = reader.number();
  f.stopPriceTicks = reader.number();
  f.clientOrderId = reader.number();
};

const readCancelAllOrders = (f: CommandFields, reader: ByteReader): void => {
  f.referenceSource = reader.byte();
  f.owner = reader.number();
  f.market = reader.number();
};

const readTransfer = (f: CommandFields, reader: ByteReader): void => {
  f.referenceSource = reader.byte();
  f.record = 0;
  f.by = reader.number();
  f.purpose = reader.byte();
  readLegs(f.legs, reader);
};

const readLongTransfer = (f: CommandFields, reader: ByteReader): void => {
  f.referenceSource = reader.byte();
  f.record = reader.number();
  f.by = reader.number();
  f.purpose = reader.byte();
  readLegs(f.legs, reader);
};

const readHoldUnits = (f: CommandFields, reader: ByteReader): void => {
  f.referenceSource = reader.byte();
  f.hasUse = false;
  f.record = 0;
  f.useValueUnits = 0;
  f.useLimitUnits = 0;
  f.by = reader.number();
  f.purpose = reader.byte();
  f.fromOwner = reader.number();
  f.fromWallet = reader.byte();
  f.toOwner = reader.number();
  f.toWallet = reader.byte();
  f.asset = reader.number();
  f.units = reader.number();
  f.expiresAt = reader.number();
};

const readLongHoldUnits = (f: CommandFields, reader: ByteReader): void => {
  const flags = reader.byte();
  f.referenceSource = flags & 3;
  f.hasUse = (flags & 4) !== 0;
  f.record = reader.number();
  f.useValueUnits = f.hasUse ? reader.number() : 0;
  f.useLimitUnits = f.hasUse ? reader.number() : 0;
  f.by = reader.number();
  f.purpose = reader.byte();
  f.fromOwner = reader.number();
  f.fromWallet = reader.byte();
  f.toOwner = reader.number();
  f.toWallet = reader.byte();
  f.asset = reader.number();
  f.units = reader.number();
  f.expiresAt = reader.number();
};

const readPostHold = (f: CommandFields, reader: ByteReader): void => {
  const flags = reader.byte();
  f.referenceSource = flags & 3;
  f.hasUnits = (flags & 4) !== 0;
  f.hold = reader.number();
  f.units = f.hasUnits ? reader.number() : 0;
};

const readVoidHold = (f: CommandFields, reader: ByteReader): void => {
  f.referenceSource = reader.byte();
  f.hold = reader.number();
};

const readConvert = (f: CommandFields, reader: ByteReader): void => {
  const flags = reader.byte();
  f.referenceSource = flags & 3;
  f.owner = reader.number();
  f.from = reader.number();
  f.to = reader.number();
  f.units = reader.number();
  f.minUnits = reader.number();
  f.hold = (flags & 4) !== 0 ? reader.number() : 0;
  f.record = (flags & 8) !== 0 ? reader.number() : 0;
};

const readRegisterAsset = (f: CommandFields, reader: ByteReader): void => {
  f.referenceSource = 0;
  f.asset = reader.number();
  f.code = reader.number();
  f.scale = reader.number();
};

const readListMarket = (f: CommandFields, reader: ByteReader): void => {
  f.referenceSource = 0;
  f.market = reader.number();
  f.base = reader.number();
  f.quote = reader.number();
  f.referenceTicks = reader.number();
  f.status = reader.byte();
  f.tickLotUnits = reader.number();
  f.lotUnits = reader.number();
  f.minSizeLots = reader.number();
  f.maxSizeLots = reader.number();
  f.minNotionalUnits = reader.number();
  f.maxNotionalUnits = reader.number();
  f.bandPpm = reader.number();
  f.maxOpenOrders = reader.number();
};

const readChangeMarketRules = (f: CommandFields, reader: ByteReader): void => {
  f.referenceSource = 0;
  f.market = reader.number();
  f.tickLotUnits = reader.number();
  f.lotUnits = reader.number();
  f.minSizeLots = reader.number();
  f.maxSizeLots = reader.number();
  f.minNotionalUnits = reader.number();
  f.maxNotionalUnits = reader.number();
  f.bandPpm = reader.number();
  f.maxOpenOrders = reader.number();
};

const readSetMarketStatus = (f: CommandFields, reader: ByteReader): void => {
  f.referenceSource = 0;
  f.expected = 0;
  f.market = reader.number();
  f.status = reader.byte();
};

const readLongSetMarketStatus = (f: CommandFields, reader: ByteReader): void => {
  f.referenceSource = 0;
  f.market = reader.number();
  f.status = reader.byte();
  f.expected = reader.byte();
};

const readSetReferencePrice = (f: CommandFields, reader: ByteReader): void => {
  f.referenceSource = 0;
  f.market = reader.number();
  f.referenceTicks = reader.number();
};

const readSetFeeSchedule = (f: CommandFields, reader: ByteReader): void => {
  f.referenceSource = 0;
  f.tier = reader.number();
  f.makerPpm = reader.number();
  f.takerPpm = reader.number();
};

const readSetFeeTier = (f: CommandFields, reader: ByteReader): void => {
  f.referenceSource = 0;
  f.owner = reader.number();
  f.tier = reader.number();
};

const readFreezeOwner = (f: CommandFields, reader: ByteReader): void => {
  f.referenceSource = 0;
  f.owner = reader.number();
};

const readUnfreezeOwner = (f: CommandFields, reader: ByteReader): void => {
  f.referenceSource = 0;
  f.owner = reader.number();
};

const readSetRestrictions = (f: CommandFields, reader: ByteReader): void => {
  f.referenceSource = 0;
  f.owner = reader.number();
  f.tradeUntil = reader.number();
  f.withdrawUntil = reader.number();
};

const readListPerpetual = (f: CommandFields, reader: ByteReader): void => {
  f.referenceSource = 0;
  f.market = reader.number();
  f.base = reader.number();
  f.quote = reader.number();
  f.markTicks = reader.number();
  f.status = reader.byte();
  f.tickLotUnits = reader.number();
  f.lotUnits = reader.number();
  f.minSizeLots = reader.number();
  f.maxSizeLots = reader.number();
  f.minNotionalUnits = reader.number();
  f.maxNotionalUnits = reader.number();
  f.bandPpm = reader.number();
  f.maxOpenOrders = reader.number();
  f.maxLeverage = reader.number();
  f.maintenancePpm = reader.number();
  f.riskLimitUnits = reader.number();
  f.riskStepUnits = reader.number();
  f.riskStepPpm = reader.number();
  f.liquidationFeePpm = reader.number();
  f.maxPositionLots = reader.number();
  f.maxOpenInterestLots = reader.number();
};

const readChangePerpetualTerms = (f: CommandFields, reader: ByteReader): void => {
  f.referenceSource = 0;
  f.market = reader.number();
  f.maxLeverage = reader.number();
  f.maintenancePpm = reader.number();
  f.riskLimitUnits = reader.number();
  f.riskStepUnits = reader.number();
  f.riskStepPpm = reader.number();
  f.liquidationFeePpm = reader.number();
  f.maxPositionLots = reader.number();
  f.maxOpenInterestLots = reader.number();
};

const readSetMinimumTerm = (f: CommandFields, reader: ByteReader): void => {
  f.referenceSource = 0;
  f.market = reader.number();
  f.days = reader.number();
};

const readSetMarkPrice = (f: CommandFields, reader: ByteReader): void => {
  f.referenceSource = 0;
  f.market = reader.number();
  f.markTicks = reader.number();
};

const readSetLeverage = (f: CommandFields, reader: ByteReader): void => {
  f.referenceSource = 0;
  f.owner = reader.number();
  f.market = reader.number();
  f.position = reader.byte();
  f.leverage = reader.number();
};

const readChangeMargin = (f: CommandFields, reader: ByteReader): void => {
  const flags = reader.byte();
  f.change = flags & 1;
  f.referenceSource = (flags >> 1) & 3;
  f.owner = reader.number();
  f.market = reader.number();
  f.position = reader.byte();
  f.units = reader.number();
};

const readSettleFunding = (f: CommandFields, reader: ByteReader): void => {
  f.referenceSource = 0;
  f.market = reader.number();
  f.payer = reader.byte();
  f.ratePpm = reader.number();
};

const readClosePosition = (f: CommandFields, reader: ByteReader): void => {
  f.referenceSource = reader.byte();
  f.owner = reader.number();
  f.market = reader.number();
  f.position = reader.byte();
  f.distancePpm = reader.number();
};

const readClosePositions = (f: CommandFields, reader: ByteReader): void => {
  f.referenceSource = 0;
  f.settlementTicks = 0;
  f.market = reader.number();
  f.markTicks = reader.number();
};

const readLongClosePositions = (f: CommandFields, reader: ByteReader): void => {
  f.referenceSource = 0;
  f.market = reader.number();
  f.markTicks = reader.number();
  f.settlementTicks = reader.number();
};

const readAnchorAudit = (f: CommandFields, reader: ByteReader): void => {
  f.referenceSource = 0;
  f.sequence = reader.number();
  readHash(f.hash, reader);
};

const readTick = (f: CommandFields): void => {
  f.referenceSource = 0;
};

const readAdvanceClock = (f: CommandFields, reader: ByteReader): void => {
  f.referenceSource = 0;
  f.byMs = reader.number();
};

const readActivateRules = (f: CommandFields, reader: ByteReader): void => {
  f.referenceSource = 0;
  f.version = reader.number();
};

/** Reads one command except the words of its reference. */
export const readFields = (f: CommandFields, reader: ByteReader): void => {
  f.kind = reader.byte();
  switch (f.kind) {
    case 14:
      readPlaceOrder(f, reader);
      break;
    case 34:
      f.kind = 14;
      readLongPlaceOrder(f, reader);
      break;
    case 17:
      readCancelOrder(f, reader);
      break;
    case 16:
      readAmendOrder(f, reader);
      break;
    case 15:
      readPlaceOco(f, reader);
      break;
    case 18:
      readCancelAllOrders(f, reader);
      break;
    case 10:
      readTransfer(f, reader);
      break;
    case 22:
      f.kind = 10;
      readLongTransfer(f, reader);
      break;
    case 11:
      readHoldUnits(f, reader);
      break;
    case 23:
      f.kind = 11;
      readLongHoldUnits(f, reader);
      break;
    case 12:
      readPostHold(f, reader);
      break;
    case 13:
      readVoidHold(f, reader);
      break;
    case 24:
      readConvert(f, reader);
      break;
    case 1:
      readRegisterAsset(f, reader);
      break;
    case 2:
      readListMarket(f, reader);
      break;
    case 3:
      readChangeMarketRules(f, reader);
      break;
    case 4:
      readSetMarketStatus(f, reader);
      break;
    case 38:
      f.kind = 4;
      readLongSetMarketStatus(f, reader);
      break;
    case 5:
      readSetReferencePrice(f, reader);
      break;
    case 6:
      readSetFeeSchedule(f, reader);
      break;
    case 7:
      readSetFeeTier(f, reader);
      break;
    case 8:
      readFreezeOwner(f, reader);
      break;
    case 9:
      readUnfreezeOwner(f, reader);
      break;
    case 25:
      readSetRestrictions(f, reader);
      break;
    case 27:
      readListPerpetual(f, reader);
      break;
    case 28:
      readChangePerpetualTerms(f, reader);
      break;
    case 35:
      readSetMinimumTerm(f, reader);
      break;
    case 29:
      readSetMarkPrice(f, reader);
      break;
    case 30:
      readSetLeverage(f, reader);
      break;
    case 31:
      readChangeMargin(f, reader);
      break;
    case 32:
      readSettleFunding(f, reader);
      break;
    case 36:
      readClosePosition(f, reader);
      break;
    case 33:
      readClosePositions(f, reader);
      break;
    case 37:
      f.kind = 33;
      readLongClosePositions(f, reader);
      break;
    case 26:
      readAnchorAudit(f, reader);
      break;
    case 19:
      readTick(f);
      break;
    case 20:
      readAdvanceClock(f, reader);
      break;
    case 21:
      readActivateRules(f, reader);
      break;
    default:
      throw new RangeError('damaged batch: unknown command code');
  }
};

const writePlaceOrder = (writer: ByteWriter, c: PlaceOrder): void => {
  const isLong = (c.takeProfitTicks ?? 0) !== 0 || (c.stopLossTicks ?? 0) !== 0;
  writer.byte(isLong ? 34 : 14);
  let flags = literalCode(sides, c.side);
  flags |= literalCode(orderTypes, c.type) << 1;
  flags |= literalCode(timesInForce, c.timeInForce) << 2;
  flags |= c.postOnly === true ? 16 : 0;
  flags |= literalCode(selfTrades, c.selfTrade ?? 'cancel_newest') << 5;
  flags |= c.reduceOnly === true ? 128 : 0;
  writer.byte(flags);
  let more = c.trigger === undefined ? 0 : choiceCode(triggerKinds, given(c.trigger).kind);
  more |= (c.budgetUnits ?? 0) === 0 ? 0 : 4;
  more |= (c.clientOrderId ?? 0) === 0 ? 0 : 8;
  more |= sourceCode(c.reference) << 4;
  more |= (c.priceTicks ?? 0) === 0 ? 0 : 64;
  more |= (c.sizeLots ?? 0) === 0 ? 0 : 128;
  writer.byte(more);
  writer.number(c.owner);
  writer.number(c.market);
  if ((c.priceTicks ?? 0) !== 0) writer.number(c.priceTicks ?? 0);
  if ((c.sizeLots ?? 0) !== 0) writer.number(c.sizeLots ?? 0);
  if ((c.budgetUnits ?? 0) !== 0) writer.number(c.budgetUnits ?? 0);
  if (c.trigger !== undefined) writer.number(given(c.trigger).ticks);
  if ((c.clientOrderId ?? 0) !== 0) writer.number(c.clientOrderId ?? 0);
  if (isLong) writer.number(c.takeProfitTicks ?? 0);
  if (isLong) writer.number(c.stopLossTicks ?? 0);
};

const writeCancelOrder = (writer: ByteWriter, c: CancelOrder): void => {
  writer.byte(17);
  writer.byte(sourceCode(c.reference));
  writer.number(c.owner);
  writer.number(c.order);
};

const writeAmendOrder = (writer: ByteWriter, c: AmendOrder): void => {
  writer.byte(16);
  let flags = c.priceTicks === undefined ? 0 : 1;
  flags |= c.openLots === undefined ? 0 : 2;
  flags |= c.triggerTicks === undefined ? 0 : 4;
  flags |= sourceCode(c.reference) << 3;
  flags |= (c.openBefore ?? 0) === 0 ? 0 : 32;
  writer.byte(flags);
  writer.number(c.owner);
  writer.number(c.order);
  if (c.priceTicks !== undefined) writer.number(c.priceTicks);
  if (c.openLots !== undefined) writer.number(c.openLots);
  if (c.triggerTicks !== undefined) writer.number(c.triggerTicks);
  if ((c.openBefore ?? 0) !== 0) writer.number(c.openBefore ?? 0);
};

const writePlaceOco = (writer: ByteWriter, c: PlaceOco): void => {
  writer.byte(15);
  let flags = literalCode(sides, c.side);
  flags |= literalCode(selfTrades, c.selfTrade ?? 'cancel_newest') << 5;
  writer.byte(flags);
  writer.byte(sourceCode(c.reference) << 4);
  writer.number(c.owner);
  writer.number(c.market);
  writer.number(c.sizeLots);
  writer.number(c.priceTicks);
  writer.number(c.stopTriggerTicks);
  writer.number(c.stopPriceTicks ?? 0);
  writer.number(c.clientOrderId ?? 0);
};

const writeCancelAllOrders = (writer: ByteWriter, c: CancelAllOrders): void => {
  writer.byte(18);
  writer.byte(sourceCode(c.reference));
  writer.number(c.owner);
  writer.number(c.market ?? 0);
};

const writeTransfer = (writer: ByteWriter, c: Transfer): void => {
  const isLong = (c.record ?? 0) !== 0;
  writer.byte(isLong ? 22 : 10);
  writer.byte(sourceCode(c.reference));
  if (isLong) writer.number(c.record ?? 0);
  writer.number(c.by);
  writer.literal(transferPurposes, c.purpose);
  writeLegs(writer, c.legs);
};

const writeHoldUnits = (writer: ByteWriter, c: HoldUnits): void => {
  const isLong = (c.record ?? 0) !== 0 || c.use !== undefined;
  writer.byte(isLong ? 23 : 11);
  let flags = sourceCode(c.reference);
  flags |= c.use === undefined ? 0 : 4;
  writer.byte(flags);
  if (isLong) writer.number(c.record ?? 0);
  if (c.use !== undefined) writer.number(given(c.use).valueUnits);
  if (c.use !== undefined) writer.number(given(c.use).limitUnits);
  writer.number(c.by);
  writer.literal(transferPurposes, c.purpose);
  writer.number(given(c.from).owner);
  writer.literal(wallets, given(c.from).wallet);
  writer.number(given(c.to).owner);
  writer.literal(wallets, given(c.to).wallet);
  writer.number(c.asset);
  writer.number(c.units);
  writer.number(c.expiresAt ?? 0);
};

const writePostHold = (writer: ByteWriter, c: PostHold): void => {
  writer.byte(12);
  let flags = sourceCode(c.reference);
  flags |= c.units === undefined ? 0 : 4;
  writer.byte(flags);
  writer.number(c.hold);
  if (c.units !== undefined) writer.number(c.units);
};

const writeVoidHold = (writer: ByteWriter, c: VoidHold): void => {
  writer.byte(13);
  writer.byte(sourceCode(c.reference));
  writer.number(c.hold);
};

const writeConvert = (writer: ByteWriter, c: Convert): void => {
  writer.byte(24);
  let flags = sourceCode(c.reference);
  flags |= (c.hold ?? 0) === 0 ? 0 : 4;
  flags |= (c.record ?? 0) === 0 ? 0 : 8;
  writer.byte(flags);
  writer.number(c.owner);
  writer.number(c.from);
  writer.number(c.to);
  writer.number(c.units);
  writer.number(c.minUnits);
  if ((c.hold ?? 0) !== 0) writer.number(c.hold ?? 0);
  if ((c.record ?? 0) !== 0) writer.number(c.record ?? 0);
};

const writeRegisterAsset = (writer: ByteWriter, c: RegisterAsset): void => {
  writer.byte(1);
  writer.number(c.asset);
  writer.number(packAssetCode(c.code));
  writer.number(c.scale);
};

const writeListMarket = (writer: ByteWriter, c: ListMarket): void => {
  writer.byte(2);
  writer.number(c.market);
  writer.number(c.base);
  writer.number(c.quote);
  writer.number(c.referenceTicks);
  writer.literal(marketStatuses, c.status);
  writer.number(c.tickLotUnits);
  writer.number(c.lotUnits);
  writer.number(c.minSizeLots);
  writer.number(c.maxSizeLots);
  writer.number(c.minNotionalUnits);
  writer.number(c.maxNotionalUnits);
  writer.number(c.bandPpm);
  writer.number(c.maxOpenOrders);
};

const writeChangeMarketRules = (writer: ByteWriter, c: ChangeMarketRules): void => {
  writer.byte(3);
  writer.number(c.market);
  writer.number(c.tickLotUnits);
  writer.number(c.lotUnits);
  writer.number(c.minSizeLots);
  writer.number(c.maxSizeLots);
  writer.number(c.minNotionalUnits);
  writer.number(c.maxNotionalUnits);
  writer.number(c.bandPpm);
  writer.number(c.maxOpenOrders);
};

const writeSetMarketStatus = (writer: ByteWriter, c: SetMarketStatus): void => {
  const isLong = (c.expected ?? 0) !== 0;
  writer.byte(isLong ? 38 : 4);
  writer.number(c.market);
  writer.literal(marketStatuses, c.status);
  if (isLong) writer.literal(expectedStatuses, c.expected ?? 'any');
};

const writeSetReferencePrice = (writer: ByteWriter, c: SetReferencePrice): void => {
  writer.byte(5);
  writer.number(c.market);
  writer.number(c.referenceTicks);
};

const writeSetFeeSchedule = (writer: ByteWriter, c: SetFeeSchedule): void => {
  writer.byte(6);
  writer.number(c.tier);
  writer.number(c.makerPpm);
  writer.number(c.takerPpm);
};

const writeSetFeeTier = (writer: ByteWriter, c: SetFeeTier): void => {
  writer.byte(7);
  writer.number(c.owner);
  writer.number(c.tier);
};

const writeFreezeOwner = (writer: ByteWriter, c: FreezeOwner): void => {
  writer.byte(8);
  writer.number(c.owner);
};

const writeUnfreezeOwner = (writer: ByteWriter, c: UnfreezeOwner): void => {
  writer.byte(9);
  writer.number(c.owner);
};

const writeSetRestrictions = (writer: ByteWriter, c: SetRestrictions): void => {
  writer.byte(25);
  writer.number(c.owner);
  writer.number(c.tradeUntil);
  writer.number(c.withdrawUntil);
};

const writeListPerpetual = (writer: ByteWriter, c: ListPerpetual): void => {
  writer.byte(27);
  writer.number(c.market);
  writer.number(c.base);
  writer.number(c.quote);
  writer.number(c.markTicks);
  writer.literal(marketStatuses, c.status);
  writer.number(c.tickLotUnits);
  writer.number(c.lotUnits);
  writer.number(c.minSizeLots);
  writer.number(c.maxSizeLots);
  writer.number(c.minNotionalUnits);
  writer.number(c.maxNotionalUnits);
  writer.number(c.bandPpm);
  writer.number(c.maxOpenOrders);
  writer.number(c.maxLeverage);
  writer.number(c.maintenancePpm);
  writer.number(c.riskLimitUnits);
  writer.number(c.riskStepUnits);
  writer.number(c.riskStepPpm);
  writer.number(c.liquidationFeePpm);
  writer.number(c.maxPositionLots);
  writer.number(c.maxOpenInterestLots);
};

const writeChangePerpetualTerms = (writer: ByteWriter, c: ChangePerpetualTerms): void => {
  writer.byte(28);
  writer.number(c.market);
  writer.number(c.maxLeverage);
  writer.number(c.maintenancePpm);
  writer.number(c.riskLimitUnits);
  writer.number(c.riskStepUnits);
  writer.number(c.riskStepPpm);
  writer.number(c.liquidationFeePpm);
  writer.number(c.maxPositionLots);
  writer.number(c.maxOpenInterestLots);
};

const writeSetMinimumTerm = (writer: ByteWriter, c: SetMinimumTerm): void => {
  writer.byte(35);
  writer.number(c.market);
  writer.number(c.days);
};

const writeSetMarkPrice = (writer: ByteWriter, c: SetMarkPrice): void => {
  writer.byte(29);
  writer.number(c.market);
  writer.number(c.markTicks);
};

const writeSetLeverage = (writer: ByteWriter, c: SetLeverage): void => {
  writer.byte(30);
  writer.number(c.owner);
  writer.number(c.market);
  writer.literal(positionSides, c.position);
  writer.number(c.leverage);
};

const writeChangeMargin = (writer: ByteWriter, c: ChangeMargin): void => {
  writer.byte(31);
  let flags = literalCode(marginChanges, c.change);
  flags |= sourceCode(c.reference) << 1;
  writer.byte(flags);
  writer.number(c.owner);
  writer.number(c.market);
  writer.literal(positionSides, c.position);
  writer.number(c.units);
};

const writeSettleFunding = (writer: ByteWriter, c: SettleFunding): void => {
  writer.byte(32);
  writer.number(c.market);
  writer.literal(positionSides, c.payer);
  writer.number(c.ratePpm);
};

const writeClosePosition = (writer: ByteWriter, c: ClosePosition): void => {
  writer.byte(36);
  writer.byte(sourceCode(c.reference));
  writer.number(c.owner);
  writer.number(c.market);
  writer.literal(positionSides, c.position);
  writer.number(c.distancePpm);
};

const writeClosePositions = (writer: ByteWriter, c: ClosePositions): void => {
  const isLong = (c.settlementTicks ?? 0) !== 0;
  writer.byte(isLong ? 37 : 33);
  writer.number(c.market);
  writer.number(c.markTicks);
  if (isLong) writer.number(c.settlementTicks ?? 0);
};

const writeAnchorAudit = (writer: ByteWriter, c: AnchorAudit): void => {
  writer.byte(26);
  writer.number(c.sequence);
  writeHash(writer, c.hash);
};

const writeTick = (writer: ByteWriter): void => {
  writer.byte(19);
};

const writeAdvanceClock = (writer: ByteWriter, c: AdvanceClock): void => {
  writer.byte(20);
  writer.number(c.byMs);
};

const writeActivateRules = (writer: ByteWriter, c: ActivateRules): void => {
  writer.byte(21);
  writer.number(c.version);
};

/** Writes one command except the words of its reference. Throws UnencodableValue for one that cannot be encoded. */
export const writeFields = (writer: ByteWriter, command: Command): void => {
  switch (command.kind) {
    case 'PlaceOrder':
      writePlaceOrder(writer, command);
      break;
    case 'CancelOrder':
      writeCancelOrder(writer, command);
      break;
    case 'AmendOrder':
      writeAmendOrder(writer, command);
      break;
    case 'PlaceOco':
      writePlaceOco(writer, command);
      break;
    case 'CancelAllOrders':
      writeCancelAllOrders(writer, command);
      break;
    case 'Transfer':
      writeTransfer(writer, command);
      break;
    case 'HoldUnits':
      writeHoldUnits(writer, command);
      break;
    case 'PostHold':
      writePostHold(writer, command);
      break;
    case 'VoidHold':
      writeVoidHold(writer, command);
      break;
    case 'Convert':
      writeConvert(writer, command);
      break;
    case 'RegisterAsset':
      writeRegisterAsset(writer, command);
      break;
    case 'ListMarket':
      writeListMarket(writer, command);
      break;
    case 'ChangeMarketRules':
      writeChangeMarketRules(writer, command);
      break;
    case 'SetMarketStatus':
      writeSetMarketStatus(writer, command);
      break;
    case 'SetReferencePrice':
      writeSetReferencePrice(writer, command);
      break;
    case 'SetFeeSchedule':
      writeSetFeeSchedule(writer, command);
      break;
    case 'SetFeeTier':
      writeSetFeeTier(writer, command);
      break;
    case 'FreezeOwner':
      writeFreezeOwner(writer, command);
      break;
    case 'UnfreezeOwner':
      writeUnfreezeOwner(writer, command);
      break;
    case 'SetRestrictions':
      writeSetRestrictions(writer, command);
      break;
    case 'ListPerpetual':
      writeListPerpetual(writer, command);
      break;
    case 'ChangePerpetualTerms':
      writeChangePerpetualTerms(writer, command);
      break;
    case 'SetMinimumTerm':
      writeSetMinimumTerm(writer, command);
      break;
    case 'SetMarkPrice':
      writeSetMarkPrice(writer, command);
      break;
    case 'SetLeverage':
      writeSetLeverage(writer, command);
      break;
    case 'ChangeMargin':
      writeChangeMargin(writer, command);
      break;
    case 'SettleFunding':
      writeSettleFunding(writer, command);
      break;
    case 'ClosePosition':
      writeClosePosition(writer, command);
      break;
    case 'ClosePositions':
      writeClosePositions(writer, command);
      break;
    case 'AnchorAudit':
      writeAnchorAudit(writer, command);
      break;
    case 'Tick':
      writeTick(writer);
      break;
    case 'AdvanceClock':
      writeAdvanceClock(writer, command);
      break;
    case 'ActivateRules':
      writeActivateRules(writer, command);
      break;
    default:
      throw new UnencodableValue('malformed');
  }
};

const toPlaceOrder = (f: CommandFields): PlaceOrder => {
  const command = {
    kind: 'PlaceOrder',
    side: sides[f.side],
    type: orderTypes[f.type],
    timeInForce: timesInForce[f.timeInForce],
    postOnly: f.postOnly === 1,
    selfTrade: selfTrades[f.selfTrade],
    ...(f.reduceOnly === 0 ? {} : { reduceOnly: f.reduceOnly === 1 }),
    ...(f.triggerKind === 0 ? {} : { trigger: { kind: triggerKinds[f.triggerKind], ticks: f.triggerTicks } }),
    owner: f.owner,
    market: f.market,
    ...(f.priceTicks === 0 ? {} : { priceTicks: f.priceTicks }),
    ...(f.sizeLots === 0 ? {} : { sizeLots: f.sizeLots }),
    ...(f.budgetUnits === 0 ? {} : { budgetUnits: f.budgetUnits }),
    ...(f.clientOrderId === 0 ? {} : { clientOrderId: f.clientOrderId }),
    ...(f.takeProfitTicks === 0 ? {} : { takeProfitTicks: f.takeProfitTicks }),
    ...(f.stopLossTicks === 0 ? {} : { stopLossTicks: f.stopLossTicks }),
    ...referenceOf(f),
  };
  return command as PlaceOrder;
};

const toCancelOrder = (f: CommandFields): CancelOrder => {
  const command = {
    kind: 'CancelOrder',
    owner: f.owner,
    order: f.order,
    ...referenceOf(f),
  };
  return command as CancelOrder;
};

const toAmendOrder = (f: CommandFields): AmendOrder => {
  const command = {
    kind: 'AmendOrder',
    owner: f.owner,
    order: f.order,
    ...(!f.hasPriceTicks ? {} : { priceTicks: f.priceTicks }),
    ...(!f.hasOpenLots ? {} : { openLots: f.openLots }),
    ...(!f.hasTriggerTicks ? {} : { triggerTicks: f.triggerTicks }),
    ...(f.openBefore === 0 ? {} : { openBefore: f.openBefore }),
    ...referenceOf(f),
  };
  return command as AmendOrder;
};

const toPlaceOco = (f: CommandFields): PlaceOco => {
  const command = {
    kind: 'PlaceOco',
    side: sides[f.side],
    selfTrade: selfTrades[f.selfTrade],
    owner: f.owner,
    market: f.market,
    sizeLots: f.sizeLots,
    priceTicks: f.priceTicks,
    stopTriggerTicks: f.stopTriggerTicks,
    ...(f.stopPriceTicks === 0 ? {} : { stopPriceTicks: f.stopPriceTicks }),
    ...(f.clientOrderId === 0 ? {} : { clientOrderId: f.clientOrderId }),
    ...referenceOf(f),
  };
  return command as PlaceOco;
};

const toCancelAllOrders = (f: CommandFields): CancelAllOrders => {
  const command = {
    kind: 'CancelAllOrders',
    owner: f.owner,
    ...(f.market === 0 ? {} : { market: f.market }),
    ...referenceOf(f),
  };
  return command as CancelAllOrders;
};

const toTransfer = (f: CommandFields): Transfer => {
  const command = {
    kind: 'Transfer',
    ...(f.record === 0 ? {} : { record: f.record }),
    by: f.by,
    purpose: transferPurposes[f.purpose],
    legs: legsOf(f.legs),
    ...referenceOf(f),
  };
  return command as Transfer;
};

const toHoldUnits = (f: CommandFields): HoldUnits => {
  const command = {
    kind: 'HoldUnits',
    ...(f.record === 0 ? {} : { record: f.record }),
    ...(!f.hasUse ? {} : { use: { valueUnits: f.useValueUnits, limitUnits: f.useLimitUnits } }),
    by: f.by,
    purpose: transferPurposes[f.purpose],
    from: { owner: f.fromOwner, wallet: wallets[f.fromWallet] },
    to: { owner: f.toOwner, wallet: wallets[f.toWallet] },
    asset: f.asset,
    units: f.units,
    ...(f.expiresAt === 0 ? {} : { expiresAt: f.expiresAt }),
    ...referenceOf(f),
  };
  return command as HoldUnits;
};

const toPostHold = (f: CommandFields): PostHold => {
  const command = {
    kind: 'PostHold',
    hold: f.hold,
    ...(!f.hasUnits ? {} : { units: f.units }),
    ...referenceOf(f),
  };
  return command as PostHold;
};

const toVoidHold = (f: CommandFields): VoidHold => {
  const command = {
    kind: 'VoidHold',
    hold: f.hold,
    ...referenceOf(f),
  };
  return command as VoidHold;
};

const toConvert = (f: CommandFields): Convert => {
  const command = {
    kind: 'Convert',
    owner: f.owner,
    from: f.from,
    to: f.to,
    units: f.units,
    minUnits: f.minUnits,
    ...(f.hold === 0 ? {} : { hold: f.hold }),
    ...(f.record === 0 ? {} : { record: f.record }),
    ...referenceOf(f),
  };
  return command as Convert;
};

const toRegisterAsset = (f: CommandFields): RegisterAsset => {
  const command = {
    kind: 'RegisterAsset',
    asset: f.asset,
    code: unpackAssetCode(f.code),
    scale: f.scale,
  };
  return command as RegisterAsset;
};

const toListMarket = (f: CommandFields): ListMarket => {
  const command = {
    kind: 'ListMarket',
    market: f.market,
    base: f.base,
    quote: f.quote,
    referenceTicks: f.referenceTicks,
    status: marketStatuses[f.status],
    tickLotUnits: f.tickLotUnits,
    lotUnits: f.lotUnits,
    minSizeLots: f.minSizeLots,
    maxSizeLots: f.maxSizeLots,
    minNotionalUnits: f.minNotionalUnits,
    maxNotionalUnits: f.maxNotionalUnits,
    bandPpm: f.bandPpm,
    maxOpenOrders: f.maxOpenOrders,
  };
  return command as ListMarket;
};

const toChangeMarketRules = (f: CommandFields): ChangeMarketRules => {
  const command = {
    kind: 'ChangeMarketRules',
    market: f.market,
    tickLotUnits: f.tickLotUnits,
    lotUnits: f.lotUnits,
    minSizeLots: f.minSizeLots,
    maxSizeLots: f.maxSizeLots,
    minNotionalUnits: f.minNotionalUnits,
    maxNotionalUnits: f.maxNotionalUnits,
    bandPpm: f.bandPpm,
    maxOpenOrders: f.maxOpenOrders,
  };
  return command as ChangeMarketRules;
};

const toSetMarketStatus = (f: CommandFields): SetMarketStatus => {
  const command = {
    kind: 'SetMarketStatus',
    market: f.market,
    status: marketStatuses[f.status],
    ...(f.expected === 0 ? {} : { expected: expectedStatuses[f.expected] }),
  };
  return command as SetMarketStatus;
};

const toSetReferencePrice = (f: CommandFields): SetReferencePrice => {
  const command = {
    kind: 'SetReferencePrice',
    market: f.market,
    referenceTicks: f.referenceTicks,
  };
  return command as SetReferencePrice;
};

const toSetFeeSchedule = (f: CommandFields): SetFeeSchedule => {
  const command = {
    kind: 'SetFeeSchedule',
    tier: f.tier,
    makerPpm: f.makerPpm,
    takerPpm: f.takerPpm,
  };
  return command as SetFeeSchedule;
};

const toSetFeeTier = (f: CommandFields): SetFeeTier => {
  const command = {
    kind: 'SetFeeTier',
    owner: f.owner,
    tier: f.tier,
  };
  return command as SetFeeTier;
};

const toFreezeOwner = (f: CommandFields): FreezeOwner => {
  const command = {
    kind: 'FreezeOwner',
    owner: f.owner,
  };
  return command as FreezeOwner;
};

const toUnfreezeOwner = (f: CommandFields): UnfreezeOwner => {
  const command = {
    kind: 'UnfreezeOwner',
    owner: f.owner,
  };
  return command as UnfreezeOwner;
};

const toSetRestrictions = (f: CommandFields): SetRestrictions => {
  const command = {
    kind: 'SetRestrictions',
    owner: f.owner,
    tradeUntil: f.tradeUntil,
    withdrawUntil: f.withdrawUntil,
  };
  return command as SetRestrictions;
};

const toListPerpetual = (f: CommandFields): ListPerpetual => {
  const command = {
    kind: 'ListPerpetual',
    market: f.market,
    base: f.base,
    quote: f.quote,
    markTicks: f.markTicks,
    status: marketStatuses[f.status],
    tickLotUnits: f.tickLotUnits,
    lotUnits: f.lotUnits,
    minSizeLots: f.minSizeLots,
    maxSizeLots: f.maxSizeLots,
    minNotionalUnits: f.minNotionalUnits,
    maxNotionalUnits: f.maxNotionalUnits,
    bandPpm: f.bandPpm,
    maxOpenOrders: f.maxOpenOrders,
    maxLeverage: f.maxLeverage,
    maintenancePpm: f.maintenancePpm,
    riskLimitUnits: f.riskLimitUnits,
    riskStepUnits: f.riskStepUnits,
    riskStepPpm: f.riskStepPpm,
    liquidationFeePpm: f.liquidationFeePpm,
    maxPositionLots: f.maxPositionLots,
    maxOpenInterestLots: f.maxOpenInterestLots,
  };
  return command as ListPerpetual;
};

const toChangePerpetualTerms = (f: CommandFields): ChangePerpetualTerms => {
  const command = {
    kind: 'ChangePerpetualTerms',
    market: f.market,
    maxLeverage: f.maxLeverage,
    maintenancePpm: f.maintenancePpm,
    riskLimitUnits: f.riskLimitUnits,
    riskStepUnits: f.riskStepUnits,
    riskStepPpm: f.riskStepPpm,
    liquidationFeePpm: f.liquidationFeePpm,
    maxPositionLots: f.maxPositionLots,
    maxOpenInterestLots: f.maxOpenInterestLots,
  };
  return command as ChangePerpetualTerms;
};

const toSetMinimumTerm = (f: CommandFields): SetMinimumTerm => {
  const command = {
    kind: 'SetMinimumTerm',
    market: f.market,
    days: f.days,
  };
  return command as SetMinimumTerm;
};

const toSetMarkPrice = (f: CommandFields): SetMarkPrice => {
  const command = {
    kind: 'SetMarkPrice',
    market: f.market,
    markTicks: f.markTicks,
  };
  return command as SetMarkPrice;
};

const toSetLeverage = (f: CommandFields): SetLeverage => {
  const command = {
    kind: 'SetLeverage',
    owner: f.owner,
    market: f.market,
    position: positionSides[f.position],
    leverage: f.leverage,
  };
  return command as SetLeverage;
};

const toChangeMargin = (f: CommandFields): ChangeMargin => {
  const command = {
    kind: 'ChangeMargin',
    change: marginChanges[f.change],
    owner: f.owner,
    market: f.market,
    position: positionSides[f.position],
    units: f.units,
    ...referenceOf(f),
  };
  return command as ChangeMargin;
};

const toSettleFunding = (f: CommandFields): SettleFunding => {
  const command = {
    kind: 'SettleFunding',
    market: f.market,
    payer: positionSides[f.payer],
    ratePpm: f.ratePpm,
  };
  return command as SettleFunding;
};

const toClosePosition = (f: CommandFields): ClosePosition => {
  const command = {
    kind: 'ClosePosition',
    owner: f.owner,
    market: f.market,
    position: positionSides[f.position],
    distancePpm: f.distancePpm,
    ...referenceOf(f),
  };
  return command as ClosePosition;
};

const toClosePositions = (f: CommandFields): ClosePositions => {
  const command = {
    kind: 'ClosePositions',
    market: f.market,
    markTicks: f.markTicks,
    ...(f.settlementTicks === 0 ? {} : { settlementTicks: f.settlementTicks }),
  };
  return command as ClosePositions;
};

const toAnchorAudit = (f: CommandFields): AnchorAudit => {
  const command = {
    kind: 'AnchorAudit',
    sequence: f.sequence,
    hash: hashOfWords(f.hash),
  };
  return command as AnchorAudit;
};

const toTick = (): Tick => {
  const command = {
    kind: 'Tick',
  };
  return command as Tick;
};

const toAdvanceClock = (f: CommandFields): AdvanceClock => {
  const command = {
    kind: 'AdvanceClock',
    byMs: f.byMs,
  };
  return command as AdvanceClock;
};

const toActivateRules = (f: CommandFields): ActivateRules => {
  const command = {
    kind: 'ActivateRules',
    version: f.version,
  };
  return command as ActivateRules;
};

/** The decoded command as an object. Optional properties that have their default value may be absent. */
export const toCommand = (f: CommandFields): Command => {
  switch (f.kind) {
    case 14:
      return toPlaceOrder(f);
    case 17:
      return toCancelOrder(f);
    case 16:
      return toAmendOrder(f);
    case 15:
      return toPlaceOco(f);
    case 18:
      return toCancelAllOrders(f);
    case 10:
      return toTransfer(f);
    case 11:
      return toHoldUnits(f);
    case 12:
      return toPostHold(f);
    case 13:
      return toVoidHold(f);
    case 24:
      return toConvert(f);
    case 1:
      return toRegisterAsset(f);
    case 2:
      return toListMarket(f);
    case 3:
      return toChangeMarketRules(f);
    case 4:
      return toSetMarketStatus(f);
    case 5:
      return toSetReferencePrice(f);
    case 6:
      return toSetFeeSchedule(f);
    case 7:
      return toSetFeeTier(f);
    case 8:
      return toFreezeOwner(f);
    case 9:
      return toUnfreezeOwner(f);
    case 25:
      return toSetRestrictions(f);
    case 27:
      return toListPerpetual(f);
    case 28:
      return toChangePerpetualTerms(f);
    case 35:
      return toSetMinimumTerm(f);
    case 29:
      return toSetMarkPrice(f);
    case 30:
      return toSetLeverage(f);
    case 31:
      return toChangeMargin(f);
    case 32:
      return toSettleFunding(f);
    case 36:
      return toClosePosition(f);
    case 33:
      return toClosePositions(f);
    case 26:
      return toAnchorAudit(f);
    case 19:
      return toTick();
    case 20:
      return toAdvanceClock(f);
    case 21:
      return toActivateRules(f);
    default:
      throw new RangeError('unknown command code');
  }
};
