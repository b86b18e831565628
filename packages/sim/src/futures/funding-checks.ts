import { type CoreEvent, type MarketId, type PositionSide, systemOwners } from '@vitrine/core';
import type { Books } from './books.ts';
import { assert, type Figures } from './findings.ts';
import { equityAt, feeOf, mulFloor, worthOf } from './formulas.ts';
import type { TradeChecks } from './trade-checks.ts';

type Settled = Extract<CoreEvent, { kind: 'FundingSettled' }>;
type Ended = Extract<CoreEvent, { kind: 'FundingEnded' }>;
type Started = Extract<CoreEvent, { kind: 'FundingStarted' }>;

interface Funding {
  readonly payer: PositionSide;
  readonly ratePpm: number;
  readonly markTicks: number;
  collectedUnits: number;
  paidOutUnits: number;
  payingLots: number;
  receivingLots: number;
}

const CHECK = 'receivers of funding get exactly what payers pay';

/** Enters funding settlements in the books and checks each payment ([G1] to [G3]). */
export class FundingChecks {
  readonly #books: Books;
  readonly #trades: TradeChecks;
  readonly #figures: Figures;
  readonly #open = new Map<MarketId, Funding>();

  constructor(books: Books, trades: TradeChecks, figures: Figures) {
    this.#books = books;
    this.#trades = trades;
    this.#figures = figures;
  }

  start({ market, payer, ratePpm, markTicks }: Started): void {
    const isAlone = !this.#open.has(market) && this.#books.market(market).markTicks === markTicks;
    assert(
      isAlone,
      CHECK,
      () =>
        `market ${market}: a funding started at ${markTicks}, but the mark price differs or an earlier funding is still open`,
    );
    const sums = { collectedUnits: 0, paidOutUnits: 0, payingLots: 0, receivingLots: 0 };
    this.#open.set(market, { payer, ratePpm, markTicks, ...sums });
    this.#figures.fundings += 1;
  }

  settle(settled: Settled): void {
    const funding = this.#of(settled.market);
    if (settled.position === funding.payer) this.#pay(settled, funding);
    else this.#receive(settled, funding);
    this.#books.setUnpaid(settled.market, funding.collectedUnits - funding.paidOutUnits);
  }

  end({ market, collectedUnits, restUnits }: Ended): void {
    const funding = this.#of(market);
    const lots = this.#openInterest(market);
    const isComplete = funding.payingLots === lots && funding.receivingLots === lots;
    const rest = funding.collectedUnits - funding.paidOutUnits;
    const isRight = isComplete && collectedUnits === funding.collectedUnits && restUnits === rest && rest >= 0;
    assert(isRight, CHECK, () => JSON.stringify({ market, collectedUnits, restUnits, lots, funding }));
    this.#books.pay(market, systemOwners.clearing, systemOwners.insurance, restUnits);
    this.#books.setUnpaid(market, 0);
    this.#open.delete(market);
  }

  #pay(settled: Settled, funding: Funding): void {
    const { owner, market, position: side, paidUnits, receivedUnits, marginUnits } = settled;
    const key = { owner, market, position: side };
    const position = this.#books.position(key);
    const value = worthOf(this.#books.market(market), position.lots, funding.markTicks);
    const due = Math.min(equityAt(side, position, value), feeOf(value, funding.ratePpm));
    const ofMargin = Math.min(due, position.marginUnits);
    const isRight = paidUnits === due && receivedUnits === 0 && marginUnits === position.marginUnits - ofMargin;
    assert(isRight, CHECK, () => JSON.stringify({ settled, position, due }));
    funding.collectedUnits += paidUnits;
    funding.payingLots += position.lots;
    this.#books.pay(market, owner, systemOwners.clearing, paidUnits);
    this.#books.set(key, { ...position, marginUnits });
    const ofProfit = due - ofMargin;
    if (ofProfit === 0) return;
    this.#figures['funding payments from profit'] += 1;
    const costUnits = position.costUnits + (side === 'long' ? ofProfit : -ofProfit);
    this.#trades.expectRealized(key, { ...position, marginUnits, costUnits }, ofProfit);
  }

  #receive(settled: Settled, funding: Funding): void {
    const { owner, market, position: side, paidUnits, receivedUnits, marginUnits } = settled;
    const position = this.#books.position({ owner, market, position: side });
    const due = mulFloor(funding.collectedUnits, position.lots, this.#openInterest(market));
    const isRight = paidUnits === 0 && receivedUnits === due && marginUnits === position.marginUnits;
    assert(isRight, CHECK, () => JSON.stringify({ settled, position, due }));
    funding.paidOutUnits += receivedUnits;
    funding.receivingLots += position.lots;
    this.#books.pay(market, systemOwners.clearing, owner, receivedUnits);
  }

  #of(market: MarketId): Funding {
    const funding = this.#open.get(market);
    assert(funding !== undefined, CHECK, () => `no funding has started in market ${market}`);
    return funding;
  }

  #openInterest(market: MarketId): number {
    return this.#books.open({ market, position: 'long' }).reduce((sum, { lots }) => sum + lots, 0);
  }
}
