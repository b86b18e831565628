import { type CoreEvent, type MarketId, systemOwners } from '@vitrine/core';
import { type Books, type PositionKey, positionOf } from './books.ts';
import { assert } from './findings.ts';
import { equityAt, feeOf, isDue, mulCeil, oppositeOf, type Position, without, worthOf } from './formulas.ts';

export type Filled = Extract<CoreEvent, { kind: 'OrderFilled' }>;
export type Settled = Extract<CoreEvent, { kind: 'PositionSettled' }>;
type Closed = Extract<CoreEvent, { kind: 'PositionClosed' }>;
type Changed = Extract<CoreEvent, { kind: 'PositionChanged' }>;

/** The expected content of the next `PositionChanged`. */
interface Expected {
  readonly key: PositionKey;
  readonly position: Position;
  readonly realizedUnits: number;
  readonly cause: 'opened' | 'taken over' | 'closed' | 'funding';
}

interface Part {
  readonly lots: number;
  readonly priceTicks: number;
  readonly notionalUnits: number;
  /** The fee that the owner paid for this part. */
  readonly feeUnits: number;
}

/**
 * Enters trades and settlements in the books, and checks that each position matches them exactly, to the unit ([Y6]
 * [Z1] [Z5]).
 */
export class TradeChecks {
  readonly #books: Books;
  readonly #expected: Expected[] = [];

  constructor(books: Books) {
    this.#books = books;
  }

  bookFill(fill: Filled, isLiquidation: boolean): void {
    const { market, makerOrder, makerOwner, makerFeeUnits, takerOrder, takerOwner, takerFeeUnits } = fill;
    const books = this.#books;
    const feeReceiver = isLiquidation ? systemOwners.insurance : systemOwners.fees;
    books.pay(market, takerOwner, feeReceiver, takerFeeUnits, isLiquidation ? 'future' : 'spot');
    books.pay(market, makerOwner, systemOwners.fees, makerFeeUnits, 'spot');
    this.#bookOrder(takerOrder, { ...partOf(fill), feeUnits: takerFeeUnits }, isLiquidation);
    this.#bookOrder(makerOrder, { ...partOf(fill), feeUnits: makerFeeUnits }, false);
  }

  #bookOrder(order: number, part: Part, isLiquidation: boolean): void {
    const { owner, market, side, reduceOnly = false } = this.#books.order(order);
    const key = { owner, market, position: positionOf({ side, reduceOnly }) };
    if (reduceOnly) this.#expectClose(key, part, isLiquidation);
    else this.#expectOpen(key, part, this.#marginOf(key, part), 'opened');
  }

  /** `fundMarginUnits`: the margin that the fund provides if it takes the lots over. */
  bookSettlement(settled: Settled, fundMarginUnits: number): void {
    const { owner, counterOwner, market, position, means, feeUnits } = settled;
    this.#books.pay(market, owner, systemOwners.insurance, feeUnits);
    const part = partOf(settled);
    this.#expectClose({ owner, market, position }, { ...part, feeUnits }, true);
    if (means === 'insurance_fund')
      this.#expectOpen({ owner: counterOwner, market, position }, part, fundMarginUnits, 'taken over');
    else this.#expectClose({ owner: counterOwner, market, position: oppositeOf(position) }, part, false);
  }

  /** [Q4]: checks that a closed position was closed completely, at the price of the delisting. */
  bookClosing(closed: Closed): void {
    const { owner, market, position, priceTicks, sizeLots } = closed;
    const key = { owner, market, position };
    const isWhole = sizeLots === this.#books.position(key).lots;
    const isAtMark = priceTicks === this.#books.market(market).closingTicks;
    assert(isWhole && isAtMark, 'a delisting closes whole positions at one price', () => JSON.stringify(closed));
    this.#expectClose(key, partOf(closed), false);
  }

  /**
   * Expects the next change of the position to come from funding: funding that exceeds the margin is paid from the
   * profit, which is thereby realized.
   */
  expectRealized(key: PositionKey, position: Position, realizedUnits: number): void {
    this.#expected.push({ key, position, realizedUnits, cause: 'funding' });
  }

  bookChange(event: Changed): void {
    const { owner, market, position, sizeLots, costUnits, marginUnits, realizedUnits } = event;
    const expected = this.#expected.shift();
    const key = { owner, market, position };
    const changed = { lots: sizeLots, costUnits, marginUnits };
    const told = () => `${JSON.stringify({ key, changed, realizedUnits })} instead of ${JSON.stringify(expected)}`;
    const isExpected = expected !== undefined && JSON.stringify(expected.key) === JSON.stringify(key);
    assert(isExpected && isSame(expected.position, changed), 'positions follow from their trades', told);
    assert(expected.realizedUnits === realizedUnits, 'positions follow from their trades', told);
    this.#books.pay(market, systemOwners.clearing, owner, realizedUnits);
    this.#books.set(key, changed);
    if (expected.cause === 'opened') this.#checkOpened(key, changed);
    if (this.#expected.length === 0) this.#checkOpenInterest(market);
  }

  /** [Z3] [Z4]: checks that an opened position is neither too large nor due for liquidation. */
  #checkOpened({ market, position: side }: PositionKey, position: Position): void {
    const at = this.#books.market(market);
    const isAllowed = position.lots <= at.terms.maxPositionLots && !isDue(at, side, position);
    const told = () => JSON.stringify({ side, position, at });
    assert(isAllowed, 'no fill opens a position that must be liquidated or is too large', told);
  }

  /** [Z4]: checks the market's open interest, once the positions on both sides of a fill have changed. */
  #checkOpenInterest(market: MarketId): void {
    const { maxOpenInterestLots } = this.#books.market(market).terms;
    const lots = this.#books.open({ market, position: 'long' }).reduce((sum, each) => sum + each.lots, 0);
    const told = () => `market ${market} has ${lots} lots open (at most ${maxOpenInterestLots} allowed)`;
    assert(lots <= maxOpenInterestLots, 'no fill opens a position that must be liquidated or is too large', told);
  }

  /** [J3]: enters a change of margin in the books, and checks that a removal leaves the initial margin. */
  bookMargin(event: Extract<CoreEvent, { kind: 'MarginChanged' }>): void {
    const { market, position: side, change, marginUnits } = event;
    const position = { ...this.#books.position(event), marginUnits };
    this.#books.set(event, position);
    if (change === 'add') return;
    const at = this.#books.market(market);
    const value = worthOf(at, position.lots, at.markTicks);
    const left = Math.min(marginUnits, equityAt(side, position, value));
    const initial = mulCeil(Math.max(value, position.costUnits), 1, this.#books.leverage(event));
    const isEnough = left >= initial && !isDue(at, side, position);
    assert(isEnough, 'a removal of margin leaves at least the initial margin', () =>
      JSON.stringify({ event, position, at }),
    );
  }

  /** Called after each command: checks that every expected change of a position has occurred. */
  end(): void {
    const told = () => `${JSON.stringify(this.#expected[0])} did not occur`;
    assert(this.#expected.length === 0, 'positions follow from their trades', told);
  }

  /** The position, including changes by earlier events of the same trade. */
  #before(key: PositionKey): Position {
    const earlier = this.#expected.findLast((each) => JSON.stringify(each.key) === JSON.stringify(key));
    return earlier?.position ?? this.#books.position(key);
  }

  /** [Z1]: the margin of these lots, rounded up for each lot. */
  #marginOf(key: PositionKey, { lots, priceTicks }: Part): number {
    return lots * mulCeil(priceTicks, this.#books.market(key.market).tickLotUnits, this.#books.leverage(key));
  }

  #expectOpen(key: PositionKey, part: Part, marginUnits: number, cause: Expected['cause']): void {
    const before = this.#before(key);
    const position = {
      lots: before.lots + part.lots,
      costUnits: before.costUnits + part.notionalUnits,
      marginUnits: before.marginUnits + marginUnits,
    };
    this.#expected.push({ key, position, realizedUnits: 0, cause });
  }

  #expectClose(key: PositionKey, part: Part, isLiquidation: boolean): void {
    const { lots, notionalUnits, feeUnits } = part;
    const before = this.#before(key);
    const told = () => `${lots} lots at ${notionalUnits}, fee ${feeUnits}: ${JSON.stringify({ key, before })}`;
    assert(lots <= before.lots, 'positions follow from their trades', told);
    const { left, marginUnits, profitUnits } = without(key.position, before, lots, notionalUnits);
    const freed = marginUnits + profitUnits;
    assert(freed - feeUnits >= 0, 'no close costs more than margin and profit', told);
    const { liquidationFeePpm } = this.#books.market(key.market).terms;
    const isFeeRight = !isLiquidation || feeUnits === Math.min(freed, feeOf(notionalUnits, liquidationFeePpm));
    assert(isFeeRight, 'positions follow from their trades', told);
    this.#expected.push({ key, position: left, realizedUnits: profitUnits, cause: 'closed' });
  }
}

/** [Z3] [V8]: whether the position can be closed at this price from its margin and profit. */
export function isCovered(books: Books, key: PositionKey, priceTicks: number): boolean {
  const position = books.position(key);
  return equityAt(key.position, position, worthOf(books.market(key.market), position.lots, priceTicks)) >= 0;
}

const partOf = ({ sizeLots, priceTicks, notionalUnits }: Filled | Settled | Closed): Part => ({
  lots: sizeLots,
  priceTicks,
  notionalUnits,
  feeUnits: 0,
});

const isSame = (a: Position, b: Position): boolean =>
  a.lots === b.lots && a.costUnits === b.costUnits && a.marginUnits === b.marginUnits;
