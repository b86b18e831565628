import * as codes from '../vocabulary/codes.ts';
import type { ByteReader } from './byte-reader.ts';
import { contentHash, contentHashHigh } from './content-hash.ts';

// Bound here because the compiler knows a module's own constants but reads imported ones from memory each time.
const { commandCode, HASH_WORDS, longFormCode, NO_REFERENCE } = codes;

/** The most legs one Transfer may have. */
export const MAX_LEGS = 64;

/**
 * One decoded command, its literals as numbers (codes.ts). A single instance is reused for every command of a batch, so
 * that decoding allocates nothing; fields that a kind does not have keep whatever they held.
 */
export class CommandFields {
  kind = 0;

  referenceSource = NO_REFERENCE;
  /** The reference's and the content hash's words are signed here, so that they stay 32-bit integers. */
  word0 = 0;
  word1 = 0;
  word2 = 0;
  word3 = 0;
  contentHigh = 0;
  contentLow = 0;

  owner = 0;
  market = 0;
  order = 0;
  side = 0;
  type = 0;
  timeInForce = 0;
  postOnly = 0;
  selfTrade = 0;
  trigger = 0;
  priceTicks = 0;
  sizeLots = 0;
  budgetUnits = 0;
  triggerTicks = 0;
  stopPriceTicks = 0;
  clientOrderId = 0;
  hasPrice = false;
  hasSize = false;
  hasTrigger = false;

  purpose = 0;
  wallet = 0;
  toOwner = 0;
  toWallet = 0;
  asset = 0;
  units = 0;
  hasUnits = false;
  hold = 0;
  expiresAt = 0;
  record = 0;
  hasUse = false;
  valueUnits = 0;
  limitUnits = 0;
  toAsset = 0;
  minUnits = 0;
  legCount = 0;
  readonly legOwner = new Float64Array(MAX_LEGS);
  readonly legWallet = new Uint8Array(MAX_LEGS);
  readonly legAsset = new Float64Array(MAX_LEGS);
  readonly legUnits = new Float64Array(MAX_LEGS);

  code = 0;
  scale = 0;
  base = 0;
  quote = 0;
  status = 0;
  tickLotUnits = 0;
  lotUnits = 0;
  minSizeLots = 0;
  maxSizeLots = 0;
  minNotionalUnits = 0;
  maxNotionalUnits = 0;
  bandPpm = 0;
  maxOpenOrders = 0;
  tier = 0;
  makerPpm = 0;
  takerPpm = 0;
  byMs = 0;
  version = 0;
  tradeUntil = 0;
  withdrawUntil = 0;
  sequence = 0;
  readonly hash = new Int32Array(HASH_WORDS);
}

const readRules = (fields: CommandFields, reader: ByteReader): void => {
  fields.tickLotUnits = reader.number();
  fields.lotUnits = reader.number();
  fields.minSizeLots = reader.number();
  fields.maxSizeLots = reader.number();
  fields.minNotionalUnits = reader.number();
  fields.maxNotionalUnits = reader.number();
  fields.bandPpm = reader.number();
  fields.maxOpenOrders = reader.number();
};

const readLegs = (fields: CommandFields, reader: ByteReader): void => {
  const count = reader.number();
  if (count > MAX_LEGS) throw new RangeError('damaged batch: too many legs');
  fields.legCount = count;
  for (let i = 0; i < count; i++) {
    const walletAndSign = reader.byte();
    fields.legWallet[i] = walletAndSign & 3;
    fields.legOwner[i] = reader.number();
    fields.legAsset[i] = reader.number();
    const magnitude = reader.number();
    fields.legUnits[i] = walletAndSign & 4 ? -magnitude : magnitude;
  }
};

const readTransfer = (fields: CommandFields, reader: ByteReader): void => {
  fields.owner = reader.number();
  fields.purpose = reader.byte();
  readLegs(fields, reader);
};

const readHold = (fields: CommandFields, reader: ByteReader): void => {
  fields.owner = reader.number();
  fields.purpose = reader.byte();
  fields.legOwner[0] = reader.number();
  fields.wallet = reader.byte();
  fields.toOwner = reader.number();
  fields.toWallet = reader.byte();
  fields.asset = reader.number();
  fields.units = reader.number();
  fields.expiresAt = reader.number();
};

const readOrderFlags = (fields: CommandFields, reader: ByteReader): number => {
  const low = reader.byte();
  const high = reader.byte();
  fields.side = low & 1;
  fields.type = (low >> 1) & 1;
  fields.timeInForce = (low >> 2) & 3;
  fields.postOnly = (low >> 4) & 1;
  fields.selfTrade = (low >> 5) & 3;
  fields.trigger = high & 3;
  return high;
};

/** Reads one command, leaving `referenceSource` at 'none' where it carries no reference. */
export const readCommand = (fields: CommandFields, reader: ByteReader): void => {
  const start = reader.position;
  fields.kind = reader.byte();
  let source = NO_REFERENCE;
  switch (fields.kind) {
    case commandCode.PlaceOrder: {
      const high = readOrderFlags(fields, reader);
      source = (high >> 4) & 3;
      fields.owner = reader.number();
      fields.market = reader.number();
      fields.priceTicks = high & 64 ? reader.number() : 0;
      fields.sizeLots = high & 128 ? reader.number() : 0;
      fields.budgetUnits = high & 4 ? reader.number() : 0;
      fields.triggerTicks = fields.trigger === 0 ? 0 : reader.number();
      fields.clientOrderId = high & 8 ? reader.number() : 0;
      break;
    }
    case commandCode.CancelOrder:
      source = reader.byte();
      fields.owner = reader.number();
      fields.order = reader.number();
      break;
    case commandCode.AmendOrder: {
      const flags = reader.byte();
      source = flags >> 3;
      fields.owner = reader.number();
      fields.order = reader.number();
      fields.hasPrice = (flags & 1) !== 0;
      fields.hasSize = (flags & 2) !== 0;
      fields.hasTrigger = (flags & 4) !== 0;
      fields.priceTicks = fields.hasPrice ? reader.number() : 0;
      fields.sizeLots = fields.hasSize ? reader.number() : 0;
      fields.triggerTicks = fields.hasTrigger ? reader.number() : 0;
      break;
    }
    case commandCode.PlaceOco: {
      const high = readOrderFlags(fields, reader);
      source = (high >> 4) & 3;
      fields.owner = reader.number();
      fields.market = reader.number();
      fields.sizeLots = reader.number();
      fields.priceTicks = reader.number();
      fields.triggerTicks = reader.number();
      fields.stopPriceTicks = reader.number();
      fields.clientOrderId = reader.number();
      break;
    }
    case commandCode.CancelAllOrders:
      source = reader.byte();
      fields.owner = reader.number();
      fields.market = reader.number();
      break;
    case commandCode.Transfer:
      source = reader.byte();
      fields.record = 0;
      readTransfer(fields, reader);
      break;
    case longFormCode.Transfer:
      fields.kind = commandCode.Transfer;
      source = reader.byte();
      fields.record = reader.number();
      readTransfer(fields, reader);
      break;
    case commandCode.HoldUnits:
      source = reader.byte();
      fields.record = 0;
      fields.hasUse = false;
      readHold(fields, reader);
      break;
    case longFormCode.HoldUnits: {
      fields.kind = commandCode.HoldUnits;
      const flags = reader.byte();
      source = flags & 3;
      fields.record = reader.number();
      fields.hasUse = (flags & 4) !== 0;
      fields.valueUnits = fields.hasUse ? reader.number() : 0;
      fields.limitUnits = fields.hasUse ? reader.number() : 0;
      readHold(fields, reader);
      break;
    }
    case commandCode.Convert: {
      const flags = reader.byte();
      source = flags & 3;
      fields.owner = reader.number();
      fields.asset = reader.number();
      fields.toAsset = reader.number();
      fields.units = reader.number();
      fields.minUnits = reader.number();
      fields.hold = flags & 4 ? reader.number() : 0;
      fields.record = flags & 8 ? reader.number() : 0;
      break;
    }
    case commandCode.PostHold: {
      const flags = reader.byte();
      source = flags & 3;
      fields.hold = reader.number();
      fields.hasUnits = (flags & 4) !== 0;
      fields.units = fields.hasUnits ? reader.number() : 0;
      break;
    }
    case commandCode.VoidHold:
      source = reader.byte();
      fields.hold = reader.number();
      break;
    case commandCode.RegisterAsset:
      fields.asset = reader.number();
      fields.code = reader.number();
      fields.scale = reader.number();
      break;
    case commandCode.ListMarket:
      fields.market = reader.number();
      fields.base = reader.number();
      fields.quote = reader.number();
      fields.priceTicks = reader.number();
      fields.status = reader.byte();
      readRules(fields, reader);
      break;
    case commandCode.ChangeMarketRules:
      fields.market = reader.number();
      readRules(fields, reader);
      break;
    case commandCode.SetMarketStatus:
      fields.market = reader.number();
      fields.status = reader.byte();
      break;
    case commandCode.SetReferencePrice:
      fields.market = reader.number();
      fields.priceTicks = reader.number();
      break;
    case commandCode.SetFeeSchedule:
      fields.tier = reader.number();
      fields.makerPpm = reader.number();
      fields.takerPpm = reader.number();
      break;
    case commandCode.SetFeeTier:
      fields.owner = reader.number();
      fields.tier = reader.number();
      break;
    case commandCode.FreezeOwner:
    case commandCode.UnfreezeOwner:
      fields.owner = reader.number();
      break;
    case commandCode.SetRestrictions:
      fields.owner = reader.number();
      fields.tradeUntil = reader.number();
      fields.withdrawUntil = reader.number();
      break;
    case commandCode.AnchorAudit:
      fields.sequence = reader.number();
      for (let i = 0; i < HASH_WORDS; i++) fields.hash[i] = reader.word();
      break;
    case commandCode.Tick:
      break;
    case commandCode.AdvanceClock:
      fields.byMs = reader.number();
      break;
    case commandCode.ActivateRules:
      fields.version = reader.number();
      break;
    default:
      throw new RangeError(`damaged batch: no command has code ${fields.kind}`);
  }
  fields.referenceSource = source;
  if (source !== NO_REFERENCE) {
    fields.contentLow = contentHash(reader.view, start, reader.position);
    fields.contentHigh = contentHashHigh();
    fields.word0 = reader.word();
    fields.word1 = reader.word();
    fields.word2 = reader.word();
    fields.word3 = reader.word();
  }
};
