import { type CoreEvent, type MarketId, type OrderId, systemOwners } from '@vitrine/core';
import { type Books, type PositionKey, positionOf } from './books.ts';
import { assert, type Figures } from './findings.ts';
import { bankruptcyTicks, isDue, limitTicks, mulFloor, oppositeOf, partLots, worthOf } from './formulas.ts';
import { type Filled, isCovered, type Settled } from './trade-checks.ts';

type Started = Extract<CoreEvent, { kind: 'LiquidationStarted' }>;

interface Liquidation {
  readonly key: PositionKey;
  readonly order: OrderId;
  /** The worst price at which the liquidation's order may trade. */
  readonly limitTicks: number;
  readonly leftLots: number;
}

/**
 * Checks who is liquidated, at which price, and who pays for the losses that the margin does not cover ([V1] to [V8]).
 */
export class LiquidationChecks {
  readonly #books: Books;
  readonly #figures: Figures;
  /** The liquidations in progress, at most one per market. */
  readonly #open = new Map<MarketId, Liquidation>();

  constructor(books: Books, figures: Figures) {
    this.#books = books;
    this.#figures = figures;
  }

  isLiquidation(market: MarketId, order: OrderId): boolean {
    return this.#open.get(market)?.order === order;
  }

  isOpen(market: MarketId): boolean {
    return this.#open.has(market);
  }

  /** [V1] [Q3]: called when operators halt the market, and when all of its positions begin to be closed. */
  abandon(market: MarketId): void {
    this.#open.delete(market);
  }

  start({ owner, market, position: side, order, sizeLots, bankruptcyTicks: bankruptcy, markTicks }: Started): void {
    const at = this.#books.market(market);
    const key = { owner, market, position: side };
    const position = this.#books.position(key);
    const told = () => JSON.stringify({ key, position, sizeLots, markTicks, bankruptcy, at });
    const isRight = at.markTicks === markTicks && at.status !== 'halted' && isDue(at, side, position);
    assert(isRight, 'no solvent position is liquidated', told);
    const isPart = sizeLots === partLots(at, position) && bankruptcy === bankruptcyTicks(at, side, position);
    assert(isPart && !this.#open.has(market), 'a liquidation closes exactly the part that must be closed', told);
    assert(this.#books.openOrders(key) === 0, 'a liquidation closes exactly the part that must be closed', told);
    this.#figures['orders that stay while the opposite position is liquidated'] += this.#books.openOrders({
      ...key,
      position: oppositeOf(side),
    });
    this.#open.set(market, { key, order, limitTicks: limitTicks(at, side, position), leftLots: sizeLots });
    this.#figures.liquidations += 1;
    if (sizeLots < position.lots) this.#figures['partial liquidations of large positions'] += 1;
  }

  /** [V2]: checks an order that a liquidation has ended. Must be called before the books contain the event. */
  endOrder(id: OrderId): void {
    const order = this.#books.order(id);
    const key = { owner: order.owner, market: order.market, position: positionOf(order) };
    const isOfDue = isDue(this.#books.market(order.market), key.position, this.#books.position(key));
    assert(isOfDue, 'a liquidation ends only the orders of its position', () => JSON.stringify(order));
  }

  fill({ market, priceTicks, sizeLots }: Filled): void {
    const liquidation = this.#of(market);
    const { key, limitTicks: limit } = liquidation;
    const isWithin = key.position === 'long' ? priceTicks >= limit : priceTicks <= limit;
    const told = () => `${sizeLots} lots at ${priceTicks}: ${JSON.stringify(liquidation)}`;
    assert(isWithin, 'a liquidation closes exactly the part that must be closed', told);
    this.#figures['lots liquidated in the book'] += sizeLots;
    this.#close(liquidation, sizeLots);
  }

  settle(settled: Settled): void {
    const { owner, market, position, priceTicks, sizeLots, means } = settled;
    const books = this.#books;
    const liquidation = this.#of(market);
    const { key } = liquidation;
    const told = () => `${JSON.stringify(settled)} for ${JSON.stringify(liquidation)}`;
    const limit = limitTicks(books.market(market), position, books.position(key));
    const isOfPart = owner === key.owner && position === key.position && priceTicks === limit;
    assert(isOfPart, 'a liquidation closes exactly the part that must be closed', told);
    this.#checkPayer(settled, limit);
    this.#figures[figureOf[means]] += sizeLots;
    this.#close(liquidation, sizeLots);
  }

  /**
   * [Q5]: checks a settlement while all positions of the market are being closed. Returns the margin that the fund
   * provides for it.
   */
  settleBankrupt(settled: Settled, closingTicks: number): number {
    const { owner, market, position, priceTicks, sizeLots } = settled;
    const key = { owner, market, position };
    const at = this.#books.market(market);
    const held = this.#books.position(key);
    const told = () => `${JSON.stringify(settled)} at ${closingTicks}: ${JSON.stringify(held)}`;
    const isBankrupt = !isCovered(this.#books, key, closingTicks);
    const isRight = isBankrupt && priceTicks === bankruptcyTicks(at, position, held);
    assert(isRight, 'a delisting makes others pay only for bankrupt positions', told);
    const distance = Math.abs(priceTicks - closingTicks);
    this.#checkPayer(settled, distance);
    this.#figures['lots of bankrupt positions settled for delistings'] += sizeLots;
    return worthOf(at, sizeLots, distance);
  }

  #checkPayer(settled: Settled, fundTicks: number): void {
    const { owner, market, position, priceTicks, sizeLots, means, counterOwner } = settled;
    const key = { owner, market, position };
    const told = () => JSON.stringify(settled);
    const order = 'the owner, the fund and deleveraged positions pay a shortfall, in this order';
    if (means !== 'own_position') assert(!this.#canOwnerPay(key, priceTicks), order, told);
    if (means === 'insurance_fund') assert(this.#fundLots(key, fundTicks) >= sizeLots, order, told);
    if (means === 'deleveraging') {
      assert(this.#fundLots(key, fundTicks) === 0, order, told);
      assert(this.#firstRanked(key)?.owner === counterOwner, order, told);
    }
  }

  /**
   * Called when the core itself, rather than an operator, halts the market in the middle of a command: checks that
   * nobody could pay the shortfall, and ends the liquidation.
   */
  giveUp(market: MarketId): void {
    const { closingTicks } = this.#books.market(market);
    if (closingTicks !== undefined && !this.#open.has(market)) {
      this.#giveUpClosing(market, closingTicks);
      return;
    }
    const { key } = this.#of(market);
    const limit = limitTicks(this.#books.market(market), key.position, this.#books.position(key));
    const first = this.#firstRanked(key);
    const isStuck = first === undefined || !isCovered(this.#books, first, limit);
    const canPay = this.#canOwnerPay(key, limit) || this.#fundLots(key, limit) > 0;
    assert(isStuck && !canPay, 'a market halts only if nobody can pay a shortfall', () => JSON.stringify(key));
    this.#open.delete(market);
    this.#figures['halts without a counterparty'] += 1;
  }

  /** [Q5]: checks that nobody can pay for one of the bankrupt positions. */
  #giveUpClosing(market: MarketId, closingTicks: number): void {
    const at = this.#books.market(market);
    const isStuck = this.#books.open({ market }).some((each) => {
      if (isCovered(this.#books, each, closingTicks)) return false;
      const price = bankruptcyTicks(at, each.position, each);
      const first = this.#firstRanked(each);
      const isCounterparty = first !== undefined && isCovered(this.#books, first, price);
      const hasFund = this.#fundLots(each, Math.abs(price - closingTicks)) > 0;
      return !isCounterparty && !hasFund && !this.#canOwnerPay(each, price);
    });
    assert(isStuck, 'a market halts only if nobody can pay a shortfall', () =>
      JSON.stringify({ market, closingTicks }),
    );
  }

  /**
   * Called when no work is pending: checks that no liquidation is left unfinished, and that no position is due for one.
   */
  atRest(): void {
    for (const at of this.#books.markets) {
      if (at.status === 'halted') continue;
      const told = () => JSON.stringify(this.#open.get(at.market));
      assert(!this.#open.has(at.market), 'a liquidation closes exactly the part that must be closed', told);
      for (const each of this.#books.open({ market: at.market }))
        assert(!isDue(at, each.position, each), 'no insolvent position stays open', () => JSON.stringify([each, at]));
    }
  }

  #of(market: MarketId): Liquidation {
    const liquidation = this.#open.get(market);
    assert(
      liquidation !== undefined,
      'a liquidation closes exactly the part that must be closed',
      () => `no liquidation is open in market ${market}`,
    );
    return liquidation;
  }

  #close(liquidation: Liquidation, lots: number): void {
    const leftLots = liquidation.leftLots - lots;
    const told = () => `${lots} lots of ${JSON.stringify(liquidation)}`;
    assert(leftLots >= 0, 'a liquidation closes exactly the part that must be closed', told);
    const { market } = liquidation.key;
    if (leftLots === 0) this.#open.delete(market);
    else this.#open.set(market, { ...liquidation, leftLots });
  }

  /** [V5]: whether the owner's opposite position can take over lots. */
  #canOwnerPay({ owner, market, position }: PositionKey, limit: number): boolean {
    const own = { owner, market, position: oppositeOf(position) };
    return this.#books.position(own).lots > 0 && isCovered(this.#books, own, limit);
  }

  /** [V6] [Q5]: the number of lots that the fund can take over if it provides this many ticks of margin for each. */
  #fundLots({ owner, market }: PositionKey, fundTicks: number): number {
    const at = this.#books.market(market);
    if (owner === systemOwners.insurance) return 0;
    return mulFloor(Math.max(0, this.#books.fundAvailable(at.quote)), 1, worthOf(at, 1, fundTicks));
  }

  /** [V7]: the first position on the opposite side that deleveraging closes; undefined if there is none. */
  #firstRanked({ market, position }: PositionKey): PositionKey | undefined {
    const other = oppositeOf(position);
    const at = this.#books.market(market);
    const better = other === 'short' ? -1 : 1;
    return [...this.#books.open({ market, position: other })]
      .map((each) => ({ ...each, entry: mulFloor(each.costUnits, 1, worthOf(at, each.lots, 1)) }))
      .sort((a, b) => better * (a.entry - b.entry) || a.owner - b.owner)[0];
  }
}

const figureOf = {
  own_position: 'lots closed against opposite positions of the owner',
  insurance_fund: 'lots taken over by the insurance fund',
  deleveraging: 'lots deleveraged',
} as const;
