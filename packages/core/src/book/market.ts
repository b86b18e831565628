import * as money from '@vitrine/money';
import { mulDivCeil, mulDivFloor } from '@vitrine/money';
import type { CommandFields } from '../codec/generated-commands.ts';
import type { KeyedHash } from '../columns/hash-key.ts';
import * as codes from '../vocabulary/codes.ts';
import type { AssetId, MarketId } from '../vocabulary/terms.ts';
import { BookSide } from './book-side.ts';
import type { Levels } from './levels.ts';
import type { Payment } from './payment.ts';

// Local copies: V8 inlines a module’s own constants, but loads imported ones from memory on each use.
const { MAX_UNITS } = money;
const { BUY } = codes;

const PPM = 1_000_000;

/** A market: its rules, its book, and its orders that wait for a trigger. */
export class Market {
  readonly id: MarketId;
  readonly base: AssetId;
  readonly quote: AssetId;
  readonly tickLotUnits: number;
  readonly lotUnits: number;
  /** The price at which the market was listed; used as the last price until the first trade. */
  readonly listedTicks: number;
  /** Account slot of the exchange's fees in the quote asset. */
  readonly feeAccount: number;

  minSizeLots = 0;
  maxSizeLots = 0;
  minNotionalUnits = 0;
  maxNotionalUnits = 0;
  bandPpm = 0;
  maxOpenOrders = 0;

  status = 0;
  /** Center of the price band as set by an operator; 0 for none. */
  referenceTicks = 0;
  /** 0 until the first trade. */
  lastTicks = 0;
  trades = 0;
  levelChanges = 0;

  /** The number of open orders, wherever they are. */
  openOrders = 0;

  /** Slot + 1 of the taking order that later commands must continue; 0 for none. */
  continuing = 0;
  /** The range of prices that were reached and whose triggers have not all fired yet; 0 for none. */
  reachedLow = 0;
  reachedHigh = 0;
  /** [X8]: during an opening pause, and after one that was cut off, the time from which triggers may fire; else 0. */
  firesFrom = 0;
  /**
   * Slots of new orders that protect a fill, in order of id. Once all reached triggers have fired, they are added to
   * the trigger index, or fire if their own trigger is reached.
   */
  readonly arming: number[] = [];
  /**
   * Whether a taking order, reached triggers or other pending work must be finished before anything else can happen in
   * this market.
   */
  isBusy = false;

  readonly bids: BookSide;
  readonly asks: BookSide;
  /** Orders that fire at their trigger price or above. */
  readonly above: BookSide;
  /** Orders that fire at their trigger price or below. */
  readonly below: BookSide;

  private bandCentre = 0;
  private low = 1;
  private high = MAX_UNITS;

  /** How trades in this market are settled. */
  readonly payment: Payment;

  constructor(c: CommandFields, feeAccount: number, payment: Payment, levels: Levels, hashing: KeyedHash) {
    this.payment = payment;
    this.id = c.market;
    this.base = c.base;
    this.quote = c.quote;
    this.tickLotUnits = c.tickLotUnits;
    this.lotUnits = c.lotUnits;
    this.listedTicks = c.referenceTicks;
    this.feeAccount = feeAccount;
    this.status = c.status;
    this.setRules(c);
    this.bids = new BookSide(1, levels, hashing);
    this.asks = new BookSide(-1, levels, hashing);
    this.above = new BookSide(-1, levels, hashing);
    this.below = new BookSide(1, levels, hashing);
  }

  setRules(c: CommandFields): void {
    this.minSizeLots = c.minSizeLots;
    this.maxSizeLots = c.maxSizeLots;
    this.minNotionalUnits = c.minNotionalUnits;
    this.maxNotionalUnits = c.maxNotionalUnits;
    this.bandPpm = c.bandPpm;
    this.maxOpenOrders = c.maxOpenOrders;
    this.bandCentre = 0;
  }

  /** The price of the last trade or, before the first trade, of the listing. */
  get lastOrListed(): number {
    return this.lastTicks === 0 ? this.listedTicks : this.lastTicks;
  }

  /** The center of the price band. */
  get centre(): number {
    return this.referenceTicks === 0 ? this.lastOrListed : this.referenceTicks;
  }

  /** The lowest price that an order may currently have. */
  lowest(): number {
    if (this.centre !== this.bandCentre) this.moveBand();
    return this.low;
  }

  /** The highest price that an order may currently have. */
  highest(): number {
    if (this.centre !== this.bandCentre) this.moveBand();
    return this.high;
  }

  private moveBand(): void {
    this.bandCentre = this.centre;
    this.low = bandLow(this.bandCentre, this.bandPpm);
    this.high = bandHigh(this.bandCentre, this.bandPpm);
  }

  /** The worst price at which a market order on this side may trade, within the band around `centre`. */
  protection(side: number, centre: number, bandPpm = this.bandPpm): number {
    return side === BUY ? bandHigh(centre, bandPpm) : bandLow(centre, bandPpm);
  }

  isWithinBand(price: number, centre: number): boolean {
    return price >= bandLow(centre, this.bandPpm) && price <= bandHigh(centre, this.bandPpm);
  }
}

/** ceil(center × (1 − band)), but at least one tick. */
const bandLow = (centre: number, bandPpm: number): number =>
  bandPpm >= PPM ? 1 : Math.max(1, mulDivCeil(centre, PPM - bandPpm, PPM));

/** floor(center × (1 + band)), or 2^53 − 1 if the result could be larger. */
const bandHigh = (centre: number, bandPpm: number): number =>
  centre > Math.floor(MAX_UNITS / (2 + Math.floor(bandPpm / PPM)))
    ? MAX_UNITS
    : mulDivFloor(centre, PPM + bandPpm, PPM);
