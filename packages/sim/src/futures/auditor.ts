import {
  type Command,
  type Core,
  type CoreEvent,
  FIRST_CLIENT_OWNER,
  type MarketId,
  type OwnerId,
  type PositionView,
  systemOwners,
} from '@vitrine/core';
import type { AppliedBatch } from '@vitrine/sequencer';
import { Books } from './books.ts';
import { ClosingChecks } from './closing-checks.ts';
import { assert, type Figures } from './findings.ts';
import { FundingChecks } from './funding-checks.ts';
import { LiquidationChecks } from './liquidation-checks.ts';
import { TermChecks } from './term-checks.ts';
import { type Settled, TradeChecks } from './trade-checks.ts';
import { TriggerChecks } from './trigger-checks.ts';

/**
 * Keeps books of balances and positions, derived only from the events. Checks every event against these books, and
 * compares the books with the core after every batch. It does not depend on the oracle.
 */
export class FuturesAuditor {
  readonly #owners: readonly OwnerId[];
  readonly #quote: number;
  readonly #figures: Figures;
  readonly #books = new Books();
  readonly #trades = new TradeChecks(this.#books);
  readonly #liquidations: LiquidationChecks;
  readonly #fundings: FundingChecks;
  readonly #triggers: TriggerChecks;
  readonly #terms: TermChecks;
  readonly #closings: ClosingChecks;

  constructor(owners: readonly OwnerId[], quote: number, figures: Figures) {
    this.#owners = [...owners, ...Object.values(systemOwners)];
    this.#quote = quote;
    this.#figures = figures;
    this.#liquidations = new LiquidationChecks(this.#books, figures);
    this.#fundings = new FundingChecks(this.#books, this.#trades, figures);
    this.#triggers = new TriggerChecks(this.#books, figures);
    this.#terms = new TermChecks(this.#books, figures);
    this.#closings = new ClosingChecks(this.#books, figures);
  }

  book(applied: AppliedBatch, commands: readonly Command[]): void {
    commands.forEach((command, index) => {
      this.#figures.commands += 1;
      this.#triggers.begin(command, applied.timeMs);
      for (const event of applied.events.eventsOf(index)) this.#book(event, command, applied.timeMs);
      this.#trades.end();
    });
  }

  /** Compares the books with the core, which must be at the position of the last booked batch. */
  compare(core: Core): void {
    const quote = this.#quote;
    const [ofCore, ofBooks] = [core.assetSum(quote), this.#books.sum(quote)];
    const told = () => `the accounts sum to ${ofCore} in the core and to ${ofBooks} in the books`;
    assert(ofCore === 0 && ofBooks === 0, 'all accounts of an asset sum to zero', told);
    for (const owner of this.#owners) this.#compareOwner(owner, core);
    const fund = core.balance(systemOwners.insurance, 'future', quote).availableUnits;
    assert(fund >= 0, 'the insurance fund never falls below zero', () => `it has ${fund} units`);
    this.#checkClearing();
    const dueMs = core.nextDueMs();
    if (dueMs !== undefined && dueMs <= core.timeMs) return;
    this.#liquidations.atRest();
    this.#triggers.atRest();
  }

  #compareOwner(owner: OwnerId, core: Core): void {
    const quote = this.#quote;
    for (const wallet of ['spot', 'future'] as const) {
      const { availableUnits, heldUnits } = core.balance(owner, wallet, quote);
      const booked = this.#books.total(owner, wallet, quote);
      const told = () =>
        `owner ${owner} has ${availableUnits} available and ${heldUnits} held in ${wallet}; the events sum to ${booked}`;
      assert(availableUnits + heldUnits === booked, 'every balance is the sum of its events', told);
      const isClient = owner >= FIRST_CLIENT_OWNER;
      assert(
        heldUnits >= 0 && (!isClient || availableUnits >= 0),
        'no held balance, and no available balance of a client, is negative',
        told,
      );
    }
    const positions = core.positions(owner);
    const margins = positions.reduce((sum, { marginUnits }) => sum + marginUnits, 0);
    let ofOrders = 0;
    for (const order of core.allOpenOrders(owner)) ofOrders += order.heldUnits;
    const held = core.balance(owner, 'future', quote).heldUnits;
    const causes = () =>
      `owner ${owner} has ${held} units held, but ${margins} units of margin and ${ofOrders} units held for orders`;
    assert(held === margins + ofOrders, 'all held units are margin or held for an order', causes);
    this.#comparePositions(owner, positions);
  }

  #comparePositions(owner: OwnerId, positions: readonly PositionView[]): void {
    const booked = this.#books.open({ owner });
    const check = 'positions follow from their trades';
    assert(positions.length === booked.length, check, () => `owner ${owner} has ${JSON.stringify(positions)}`);
    for (const view of positions) {
      const { market, position, sizeLots, costUnits, marginUnits } = view;
      const { lots, ...units } = this.#books.position({ owner, market, position });
      const isSame = lots === sizeLots && units.costUnits === costUnits && units.marginUnits === marginUnits;
      assert(
        isSame,
        check,
        () =>
          `owner ${owner} has ${JSON.stringify(view)}, but the trades add up to ${JSON.stringify({ lots, ...units })}`,
      );
    }
  }

  /** [X5]: checks that the clearing account balances all positions. */
  #checkClearing(): void {
    let expected = 0;
    for (const { market, unpaidUnits, closingTicks, tickLotUnits } of this.#books.markets) {
      expected += unpaidUnits;
      let lots = 0;
      for (const each of this.#books.open({ market })) {
        expected += each.position === 'short' ? each.costUnits : -each.costUnits;
        lots += each.position === 'short' ? -each.lots : each.lots;
      }
      const told = () => `market ${market} has ${lots} more long lots than short ones`;
      // [Q4]: a delisting closes the positions of one side first, and the clearing account has already settled with
      // them.
      expected += (closingTicks ?? 0) * tickLotUnits * lots;
      if (closingTicks === undefined) assert(lots === 0, 'the clearing account balances the positions', told);
    }
    const has = this.#books.total(systemOwners.clearing, 'future', this.#quote);
    const told = () => `it has ${has} instead of ${expected}`;
    assert(has === expected, 'the clearing account balances the positions', told);
  }

  #book(event: CoreEvent, command: Command, timeMs: number): void {
    this.#count(event);
    this.#terms.book(event, command, timeMs);
    this.#closings.book(event, command);
    if (event.kind === 'OrderEnded' && event.end === 'liquidated') this.#liquidations.endOrder(event.order);
    if (event.kind === 'MarketStatusChanged' && event.status === 'halted') this.#bookHalt(event.market, command);
    this.#books.book(event);
    this.#triggers.book(event, timeMs);
    if (event.kind === 'MarketStatusChanged' && event.status === 'delisted') this.#bookDelisting(event.market);
    switch (event.kind) {
      case 'OrderFilled': {
        const isLiquidation = this.#liquidations.isLiquidation(event.market, event.takerOrder);
        this.#trades.bookFill(event, isLiquidation);
        if (isLiquidation) this.#liquidations.fill(event);
        break;
      }
      case 'PositionSettled':
        this.#trades.bookSettlement(event, this.#checkSettlement(event));
        break;
      case 'ClosingStarted':
        this.#liquidations.abandon(event.market);
        break;
      case 'PositionClosed':
        this.#figures['positions closed for delistings'] += 1;
        this.#trades.bookClosing(event);
        break;
      case 'PositionChanged':
        this.#trades.bookChange(event);
        break;
      case 'LiquidationStarted':
        if (command.kind === 'SetMarkPrice' && command.market === FEED_MARKET)
          this.#figures['liquidations by the feed'] += 1;
        this.#liquidations.start(event);
        break;
      case 'MarginChanged':
        this.#trades.bookMargin(event);
        break;
      case 'FundingStarted':
        this.#fundings.start(event);
        break;
      case 'FundingSettled':
        this.#fundings.settle(event);
        break;
      case 'FundingEnded':
        this.#fundings.end(event);
        break;
    }
  }

  /** Returns the margin that the fund provides if it takes the lots over. */
  #checkSettlement(event: Settled): number {
    const { closingTicks } = this.#books.market(event.market);
    if (closingTicks !== undefined && !this.#liquidations.isOpen(event.market))
      return this.#liquidations.settleBankrupt(event, closingTicks);
    this.#liquidations.settle(event);
    return event.notionalUnits;
  }

  /** [Q1]: checks that a delisted market has no positions. */
  #bookDelisting(market: MarketId): void {
    const left = this.#books.open({ market });
    assert(left.length === 0, 'a delisted market has no positions', () => JSON.stringify(left));
  }

  #bookHalt(market: MarketId, command: Command): void {
    const isByOperator = command.kind === 'SetMarketStatus' && command.status === 'halted';
    if (isByOperator) {
      this.#figures['halts by operators'] += 1;
      this.#liquidations.abandon(market);
    } else this.#liquidations.giveUp(market);
  }

  #count({ kind }: CoreEvent): void {
    const figure = figureOf[kind];
    if (figure !== undefined) this.#figures[figure] += 1;
  }
}

/** The market whose mark price is set by the index feed. */
export const FEED_MARKET: MarketId = 1;

const figureOf: { readonly [Kind in CoreEvent['kind']]?: keyof Figures } = {
  CommandRefused: 'refused',
  OrderFilled: 'fills',
  MarginChanged: 'margin changes',
  OrderTriggered: 'triggers fired',
  OrderAmended: 'amendments',
  PerpetualTermsChanged: 'changes to terms',
};
