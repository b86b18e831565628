import {
  commandCode,
  HASH_WORDS,
  hashWord,
  longFormCode,
  marketStatuses,
  orderTypes,
  packAssetCode,
  referenceSources,
  selfTrades,
  sides,
  timesInForce,
  transferPurposes,
  triggerKinds,
  wallets,
} from '../vocabulary/codes.ts';
import type { Command, MarketRules, Reference } from '../vocabulary/commands.ts';
import { type ByteWriter, literalCode, UnencodableValue } from './byte-writer.ts';
import { MAX_LEGS } from './command-fields.ts';

/** Whatever the types say: objects come from outside too. Throws UnencodableValue for what is none. */
const given = <T extends object>(value: T): T => {
  if (typeof value !== 'object' || value === null) throw new UnencodableValue('malformed');
  return value;
};

const sourceCode = (reference: Reference | undefined): number => {
  if (reference === undefined) return 0;
  const { source, words } = given(reference);
  if (!Array.isArray(words) || words.length !== 4) throw new UnencodableValue('malformed');
  return literalCode(referenceSources, source);
};

const writeRules = (writer: ByteWriter, rules: MarketRules): void => {
  writer.number(rules.tickLotUnits);
  writer.number(rules.lotUnits);
  writer.number(rules.minSizeLots);
  writer.number(rules.maxSizeLots);
  writer.number(rules.minNotionalUnits);
  writer.number(rules.maxNotionalUnits);
  writer.number(rules.bandPpm);
  writer.number(rules.maxOpenOrders);
};

type WithLegs = Extract<Command, { kind: 'Transfer' }>;

const writeTransfer = (writer: ByteWriter, transfer: WithLegs): void => {
  writer.byte(sourceCode(transfer.reference));
  if (hasLongForm(transfer)) writer.number(transfer.record ?? 0);
  writer.number(transfer.by);
  writer.literal(transferPurposes, transfer.purpose);
  writeLegs(writer, transfer);
};

const writeLegs = (writer: ByteWriter, { legs }: WithLegs): void => {
  if (!Array.isArray(legs) || legs.length > MAX_LEGS) throw new UnencodableValue('malformed');
  writer.number(legs.length);
  for (const each of legs) {
    const leg = given(each);
    writer.byte(literalCode(wallets, leg.wallet) | (leg.units < 0 ? 4 : 0));
    writer.number(leg.owner);
    writer.number(leg.asset);
    writer.number(Math.abs(leg.units));
  }
};

type Order = Extract<Command, { kind: 'PlaceOrder' }>;

const writeOrder = (writer: ByteWriter, order: Order): void => {
  const triggerCode = order.trigger === undefined ? 0 : literalCode(triggerKinds, given(order.trigger).kind);
  if (order.trigger !== undefined && triggerCode === 0) throw new UnencodableValue('malformed');
  const price = order.priceTicks ?? 0;
  const size = order.sizeLots ?? 0;
  const budget = order.budgetUnits ?? 0;
  const clientOrderId = order.clientOrderId ?? 0;
  writer.byte(
    literalCode(sides, order.side) |
      (literalCode(orderTypes, order.type) << 1) |
      (literalCode(timesInForce, order.timeInForce) << 2) |
      (order.postOnly === true ? 16 : 0) |
      (literalCode(selfTrades, order.selfTrade ?? 'cancel_newest') << 5),
  );
  writer.byte(
    triggerCode |
      (budget === 0 ? 0 : 4) |
      (clientOrderId === 0 ? 0 : 8) |
      (sourceCode(order.reference) << 4) |
      (price === 0 ? 0 : 64) |
      (size === 0 ? 0 : 128),
  );
  writer.number(order.owner);
  writer.number(order.market);
  if (price !== 0) writer.number(price);
  if (size !== 0) writer.number(size);
  if (budget !== 0) writer.number(budget);
  if (order.trigger !== undefined) writer.number(order.trigger.ticks);
  if (clientOrderId !== 0) writer.number(clientOrderId);
};

type Oco = Extract<Command, { kind: 'PlaceOco' }>;

const writeOco = (writer: ByteWriter, oco: Oco): void => {
  writer.byte(literalCode(sides, oco.side) | (literalCode(selfTrades, oco.selfTrade ?? 'cancel_newest') << 5));
  writer.byte(sourceCode(oco.reference) << 4);
  writer.number(oco.owner);
  writer.number(oco.market);
  writer.number(oco.sizeLots);
  writer.number(oco.priceTicks);
  writer.number(oco.stopTriggerTicks);
  writer.number(oco.stopPriceTicks ?? 0);
  writer.number(oco.clientOrderId ?? 0);
};

type Amendment = Extract<Command, { kind: 'AmendOrder' }>;

const writeAmendment = (writer: ByteWriter, { priceTicks, openLots, triggerTicks, ...rest }: Amendment): void => {
  const present = (priceTicks === undefined ? 0 : 1) | (openLots === undefined ? 0 : 2);
  writer.byte(present | (triggerTicks === undefined ? 0 : 4) | (sourceCode(rest.reference) << 3));
  writer.number(rest.owner);
  writer.number(rest.order);
  for (const value of [priceTicks, openLots, triggerTicks]) if (value !== undefined) writer.number(value);
};

type Hold = Extract<Command, { kind: 'HoldUnits' }>;

const writeHold = (writer: ByteWriter, hold: Hold): void => {
  const { use } = hold;
  writer.byte(sourceCode(hold.reference) | (use === undefined ? 0 : 4));
  if (hasLongForm(hold)) writer.number(hold.record ?? 0);
  if (use !== undefined) {
    writer.number(given(use).valueUnits);
    writer.number(use.limitUnits);
  }
  writer.number(hold.by);
  writer.literal(transferPurposes, hold.purpose);
  writer.number(given(hold.from).owner);
  writer.literal(wallets, hold.from.wallet);
  writer.number(given(hold.to).owner);
  writer.literal(wallets, hold.to.wallet);
  writer.number(hold.asset);
  writer.number(hold.units);
  writer.number(hold.expiresAt ?? 0);
};

const hasLongForm = (command: WithLegs | Hold): boolean =>
  (command.record !== undefined && command.record !== 0) || ('use' in command && command.use !== undefined);

type Conversion = Extract<Command, { kind: 'Convert' }>;

const writeConversion = (writer: ByteWriter, { hold = 0, record = 0, ...rest }: Conversion): void => {
  writer.byte(sourceCode(rest.reference) | (hold === 0 ? 0 : 4) | (record === 0 ? 0 : 8));
  for (const value of [rest.owner, rest.from, rest.to, rest.units, rest.minUnits]) writer.number(value);
  for (const value of [hold, record]) if (value !== 0) writer.number(value);
};

const codeOf = (command: Command): number =>
  (command.kind === 'Transfer' || command.kind === 'HoldUnits') && hasLongForm(command)
    ? longFormCode[command.kind]
    : commandCode[command.kind];

const writeFields = (writer: ByteWriter, command: Command): void => {
  switch (command.kind) {
    case 'PlaceOrder':
      writeOrder(writer, command);
      break;
    case 'PlaceOco':
      writeOco(writer, command);
      break;
    case 'AmendOrder':
      writeAmendment(writer, command);
      break;
    case 'CancelOrder':
      writer.byte(sourceCode(command.reference));
      writer.number(command.owner);
      writer.number(command.order);
      break;
    case 'CancelAllOrders':
      writer.byte(sourceCode(command.reference));
      writer.number(command.owner);
      writer.number(command.market ?? 0);
      break;
    case 'Transfer':
      writeTransfer(writer, command);
      break;
    case 'HoldUnits':
      writeHold(writer, command);
      break;
    case 'Convert':
      writeConversion(writer, command);
      break;
    case 'PostHold':
      writer.byte(sourceCode(command.reference) | (command.units === undefined ? 0 : 4));
      writer.number(command.hold);
      if (command.units !== undefined) writer.number(command.units);
      break;
    case 'VoidHold':
      writer.byte(sourceCode(command.reference));
      writer.number(command.hold);
      break;
    case 'RegisterAsset':
      writer.number(command.asset);
      writer.number(packAssetCode(command.code));
      writer.number(command.scale);
      break;
    case 'ListMarket':
      writer.number(command.market);
      writer.number(command.base);
      writer.number(command.quote);
      writer.number(command.referenceTicks);
      writer.literal(marketStatuses, command.status);
      writeRules(writer, command);
      break;
    case 'ChangeMarketRules':
      writer.number(command.market);
      writeRules(writer, command);
      break;
    case 'SetMarketStatus':
      writer.number(command.market);
      writer.literal(marketStatuses, command.status);
      break;
    case 'SetReferencePrice':
      writer.number(command.market);
      writer.number(command.referenceTicks);
      break;
    case 'SetFeeSchedule':
      writer.number(command.tier);
      writer.number(command.makerPpm);
      writer.number(command.takerPpm);
      break;
    case 'SetFeeTier':
      writer.number(command.owner);
      writer.number(command.tier);
      break;
    case 'FreezeOwner':
    case 'UnfreezeOwner':
      writer.number(command.owner);
      break;
    case 'SetRestrictions':
      writer.number(command.owner);
      writer.number(command.tradeUntil);
      writer.number(command.withdrawUntil);
      break;
    case 'AnchorAudit':
      if (!/^[0-9a-f]{64}$/.test(command.hash)) throw new UnencodableValue('malformed');
      writer.number(command.sequence);
      for (let i = 0; i < HASH_WORDS; i++) writer.word(hashWord(command.hash, i));
      break;
    case 'Tick':
      break;
    case 'AdvanceClock':
      writer.number(command.byMs);
      break;
    case 'ActivateRules':
      writer.number(command.version);
      break;
    default:
      throw new UnencodableValue('malformed');
  }
};

/** Appends one command. Throws UnencodableValue, and writes nothing, for one that no log may carry. */
export const writeCommand = (writer: ByteWriter, command: Command): void => {
  const start = writer.length;
  try {
    writer.byte(codeOf(command));
    writeFields(writer, command);
    if ('reference' in command && command.reference !== undefined)
      for (const word of command.reference.words) writer.word(word);
  } catch (error) {
    writer.truncate(start);
    throw error;
  }
};
