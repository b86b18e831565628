import * as codes from '../vocabulary/codes.ts';
import type { CoreEvent } from '../vocabulary/events.ts';
import type { CommandFields } from './command-fields.ts';
import * as readEvents from './read-event.ts';
import { readEvent } from './read-event.ts';

// Bound here because the compiler knows a module's own constants but reads imported ones from memory each time.
const { eventCode } = readEvents;
const { HASH_WORDS, MARKET } = codes;

const VERSION = 1;
const HEADER_WORDS = 4;
const WORD_BYTES = 8;
/** More than the longest event but TransferPosted, which asks for its own room. */
const ROOM = 32;

/**
 * The events of one or more batches as 64-bit words, each a whole number below 2^53. An event's first word is its code and
 * its length; the words of one command stand together, and `starts` tells where each command's begin.
 */
export class EventBuffer {
  private words = new Float64Array(4096);
  private used = HEADER_WORDS;
  private starts = new Float64Array(256);
  private eventCount = 0;
  /** Commands whose events are in here. */
  commandCount = 0;

  /** Number of events. */
  get length(): number {
    return this.eventCount;
  }

  clear(): void {
    this.used = HEADER_WORDS;
    this.eventCount = 0;
    this.commandCount = 0;
  }

  /** What follows belongs to the next command. */
  beginCommand(): void {
    if (this.commandCount === this.starts.length) this.starts = grown(this.starts, this.commandCount * 2);
    this.starts[this.commandCount++] = this.used;
  }

  forEach(visit: (commandIndex: number, event: CoreEvent) => void): void {
    for (let command = 0; command < this.commandCount; command++)
      for (const event of this.eventsOf(command)) visit(command, event);
  }

  /** The events of the command with this index, counted from the last clear. */
  eventsOf(commandIndex: number): CoreEvent[] {
    if (!(commandIndex >= 0 && commandIndex < this.commandCount)) throw new RangeError('no such command in the buffer');
    const end = commandIndex + 1 < this.commandCount ? this.starts[commandIndex + 1] : this.used;
    const events: CoreEvent[] = [];
    for (let at = this.starts[commandIndex]; at < end; at += lengthAt(this.words, at))
      events.push(readEvent(this.words, at));
    return events;
  }

  /** A copy whose buffer may be transferred to another thread. */
  toBytes(): Uint8Array {
    const all = new Float64Array(this.used + this.commandCount);
    all.set(this.words.subarray(0, this.used));
    all.set(this.starts.subarray(0, this.commandCount), this.used);
    all.set([VERSION, this.used, this.commandCount, this.eventCount]);
    return new Uint8Array(all.buffer);
  }

  /** Throws RangeError where the bytes are of an unknown version or damaged. */
  static fromBytes(bytes: Uint8Array): EventBuffer {
    if (bytes.length < HEADER_WORDS * WORD_BYTES || bytes.length % WORD_BYTES !== 0)
      throw new RangeError('damaged events');
    const aligned = bytes.byteOffset % WORD_BYTES === 0 ? bytes : bytes.slice();
    const all = new Float64Array(aligned.buffer, aligned.byteOffset, aligned.length / WORD_BYTES);
    const [version, used, commandCount, eventCount] = all;
    if (version !== VERSION) throw new RangeError('events of an unknown version');
    if (used + commandCount !== all.length) throw new RangeError('damaged events: their length is wrong');
    const buffer = new EventBuffer();
    buffer.words = all.slice(0, used);
    buffer.used = used;
    buffer.starts = all.slice(used);
    buffer.commandCount = commandCount;
    buffer.eventCount = eventCount;
    return buffer;
  }

  private begin(code: number, length: number): number {
    const at = this.used;
    if (at + length > this.words.length - ROOM) this.words = grown(this.words, this.words.length * 2 + length);
    this.words[at] = code + length * 64;
    this.used = at + length;
    this.eventCount++;
    return at;
  }

  commandRefused(refusal: number): void {
    const at = this.begin(eventCode.CommandRefused, 2);
    this.words[at + 1] = refusal;
  }

  commandRepeated(position: number, result: number): void {
    const at = this.begin(eventCode.CommandRepeated, 3);
    this.words[at + 1] = position;
    this.words[at + 2] = result;
  }

  assetRegistered(asset: number, code: number, scale: number): void {
    const at = this.begin(eventCode.AssetRegistered, 4);
    this.words[at + 1] = asset;
    this.words[at + 2] = code;
    this.words[at + 3] = scale;
  }

  marketListed(c: CommandFields): void {
    const at = this.begin(eventCode.MarketListed, 14);
    this.words[at + 1] = c.market;
    this.words[at + 2] = c.base;
    this.words[at + 3] = c.quote;
    this.words[at + 4] = c.priceTicks;
    this.words[at + 5] = c.status;
    this.rules(at + 6, c);
  }

  marketRulesChanged(c: CommandFields): void {
    const at = this.begin(eventCode.MarketRulesChanged, 10);
    this.words[at + 1] = c.market;
    this.rules(at + 2, c);
  }

  private rules(at: number, c: CommandFields): void {
    this.words[at] = c.tickLotUnits;
    this.words[at + 1] = c.lotUnits;
    this.words[at + 2] = c.minSizeLots;
    this.words[at + 3] = c.maxSizeLots;
    this.words[at + 4] = c.minNotionalUnits;
    this.words[at + 5] = c.maxNotionalUnits;
    this.words[at + 6] = c.bandPpm;
    this.words[at + 7] = c.maxOpenOrders;
  }

  /** The events that only carry one or two numbers. */
  short(code: number, first: number, second = 0): void {
    const at = this.begin(code, 3);
    this.words[at + 1] = first;
    this.words[at + 2] = second;
  }

  feeScheduleSet(tier: number, makerPpm: number, takerPpm: number): void {
    const at = this.begin(eventCode.FeeScheduleSet, 4);
    this.words[at + 1] = tier;
    this.words[at + 2] = makerPpm;
    this.words[at + 3] = takerPpm;
  }

  transferPosted(c: CommandFields): void {
    let at = this.begin(eventCode.TransferPosted, 3 + 4 * c.legCount) + 1;
    this.words[at++] = c.purpose;
    this.words[at++] = c.record;
    for (let i = 0; i < c.legCount; i++) {
      this.words[at++] = c.legOwner[i];
      this.words[at++] = c.legWallet[i];
      this.words[at++] = c.legAsset[i];
      this.words[at++] = c.legUnits[i];
    }
  }

  /** `last` is returnedUnits of a posting, 1 for an expired hold. */
  holdEvent(
    code: number,
    hold: number,
    purpose: number,
    asset: number,
    fromOwner: number,
    fromWallet: number,
    toOwner: number,
    toWallet: number,
    units: number,
    record: number,
    last: number,
  ): void {
    const at = this.begin(code, 11);
    this.words[at + 1] = hold;
    this.words[at + 2] = purpose;
    this.words[at + 3] = asset;
    this.words[at + 4] = fromOwner;
    this.words[at + 5] = fromWallet;
    this.words[at + 6] = toOwner;
    this.words[at + 7] = toWallet;
    this.words[at + 8] = units;
    this.words[at + 9] = record;
    this.words[at + 10] = last;
  }

  /** `traits` are packed by orderTraits. */
  orderAccepted(
    order: number,
    owner: number,
    market: number,
    traits: number,
    priceTicks: number,
    sizeLots: number,
    budgetUnits: number,
    triggerTicks: number,
    clientOrderId: number,
    ocoOrder: number,
    heldUnits: number,
  ): void {
    const at = this.begin(eventCode.OrderAccepted, 12);
    const words = this.words;
    words[at + 1] = order;
    words[at + 2] = owner;
    words[at + 3] = market;
    words[at + 4] = traits;
    words[at + 5] = priceTicks;
    words[at + 6] = sizeLots;
    words[at + 7] = budgetUnits;
    words[at + 8] = triggerTicks;
    words[at + 9] = clientOrderId;
    words[at + 10] = ocoOrder;
    words[at + 11] = heldUnits;
  }

  /** The acceptance of an order by itself: `orderAccepted` with what its command says. */
  orderPlaced(c: CommandFields, order: number, traits: number, heldUnits: number): void {
    const at = this.begin(eventCode.OrderAccepted, 12);
    const words = this.words;
    words[at + 1] = order;
    words[at + 2] = c.owner;
    words[at + 3] = c.market;
    words[at + 4] = traits;
    words[at + 5] = c.type === MARKET ? 0 : c.priceTicks;
    words[at + 6] = c.sizeLots;
    words[at + 7] = c.budgetUnits;
    words[at + 8] = c.triggerTicks;
    words[at + 9] = c.clientOrderId;
    words[at + 10] = 0;
    words[at + 11] = heldUnits;
  }

  restrictionsSet({ owner, tradeUntil, withdrawUntil }: CommandFields): void {
    const at = this.begin(eventCode.RestrictionsSet, 4);
    this.words[at + 1] = owner;
    this.words[at + 2] = tradeUntil;
    this.words[at + 3] = withdrawUntil;
  }

  auditAnchored(c: CommandFields): void {
    const at = this.begin(eventCode.AuditAnchored, 2 + HASH_WORDS);
    this.words[at + 1] = c.sequence;
    for (let i = 0; i < HASH_WORDS; i++) this.words[at + 2 + i] = c.hash[i] >>> 0;
  }

  orderTriggered(order: number, owner: number, market: number): void {
    const at = this.begin(eventCode.OrderTriggered, 4);
    this.words[at + 1] = order;
    this.words[at + 2] = owner;
    this.words[at + 3] = market;
  }

  orderFilled(
    market: number,
    trade: number,
    takerSide: number,
    makerOrder: number,
    makerOwner: number,
    takerOrder: number,
    takerOwner: number,
    priceTicks: number,
    sizeLots: number,
    notionalUnits: number,
    makerFeeUnits: number,
    takerFeeUnits: number,
    makerOpenLots: number,
    takerOpenLots: number,
  ): void {
    const at = this.begin(eventCode.OrderFilled, 15);
    const words = this.words;
    words[at + 1] = market;
    words[at + 2] = trade;
    words[at + 3] = takerSide;
    words[at + 4] = makerOrder;
    words[at + 5] = makerOwner;
    words[at + 6] = takerOrder;
    words[at + 7] = takerOwner;
    words[at + 8] = priceTicks;
    words[at + 9] = sizeLots;
    words[at + 10] = notionalUnits;
    words[at + 11] = makerFeeUnits;
    words[at + 12] = takerFeeUnits;
    words[at + 13] = makerOpenLots;
    words[at + 14] = takerOpenLots;
  }

  orderAmended(
    order: number,
    owner: number,
    market: number,
    priceTicks: number,
    openLots: number,
    triggerTicks: number,
    keptPlace: number,
  ): void {
    const at = this.begin(eventCode.OrderAmended, 8);
    this.words[at + 1] = order;
    this.words[at + 2] = owner;
    this.words[at + 3] = market;
    this.words[at + 4] = priceTicks;
    this.words[at + 5] = openLots;
    this.words[at + 6] = triggerTicks;
    this.words[at + 7] = keptPlace;
  }

  orderEnded(
    order: number,
    owner: number,
    market: number,
    end: number,
    unfilledLots: number,
    releasedUnits: number,
    refusal: number,
  ): void {
    const at = this.begin(eventCode.OrderEnded, 8);
    const words = this.words;
    words[at + 1] = order;
    words[at + 2] = owner;
    words[at + 3] = market;
    words[at + 4] = end;
    words[at + 5] = unfilledLots;
    words[at + 6] = releasedUnits;
    words[at + 7] = refusal;
  }

  converted(
    c: CommandFields,
    quote: number,
    spentUnits: number,
    receivedUnits: number,
    betweenUnits: number,
    unusedUnits: number,
    feeUnits: number,
    firstOrder: number,
    secondOrder: number,
  ): void {
    const at = this.begin(eventCode.Converted, 14);
    const words = this.words;
    words[at + 1] = c.owner;
    words[at + 2] = c.asset;
    words[at + 3] = c.toAsset;
    words[at + 4] = quote;
    words[at + 5] = spentUnits;
    words[at + 6] = receivedUnits;
    words[at + 7] = betweenUnits;
    words[at + 8] = unusedUnits;
    words[at + 9] = feeUnits;
    words[at + 10] = firstOrder;
    words[at + 11] = secondOrder;
    words[at + 12] = c.hold;
    words[at + 13] = c.record;
  }

  levelChanged(market: number, number: number, side: number, priceTicks: number, sizeLots: number): void {
    const at = this.begin(eventCode.LevelChanged, 6);
    const words = this.words;
    words[at + 1] = market;
    words[at + 2] = number;
    words[at + 3] = side;
    words[at + 4] = priceTicks;
    words[at + 5] = sizeLots;
  }
}

const lengthAt = (words: Float64Array, at: number): number => Math.floor(words[at] / 64);

const grown = (words: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> => {
  const larger = new Float64Array(length);
  larger.set(words);
  return larger;
};
