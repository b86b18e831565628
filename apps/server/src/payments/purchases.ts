import { type AssetId, type Command, type OwnerId, systemOwners } from '@vitrine/core';
import { type AssetUnits, formatDecimal } from '@vitrine/money';
import type { Outcome } from '@vitrine/sequencer';
import type { FastifyBaseLogger } from 'fastify';
import { outsideReference } from '../kit/reference.ts';
import { TurnLine } from '../kit/turn-line.ts';
import type { PaymentOrder, PaymentProvider, ProviderMessage, ProviderNews } from '../providers/payment/payment.ts';
import type { RatedCurrency, Rates } from '../providers/rates/rates.ts';
import type { NewConcern, PaymentConcerns } from './payment-concerns.ts';
import {
  CHARGE_DECIMALS,
  currencyDecimals,
  PURCHASE_LIFE_MS,
  type PurchaseQuote,
  quotePurchase,
} from './purchase-quotes.ts';
import {
  type DuePurchase,
  MOST_DUE,
  type Purchase,
  type PurchaseProblem,
  type PurchaseTable,
} from './purchase-table.ts';

interface NewOrder {
  readonly quote: PurchaseQuote;
  /** The page to which the provider returns the payer. */
  readonly page: string;
  /** The client's Idempotency-Key. */
  readonly key: string | undefined;
}

export interface PurchasesParts {
  readonly table: PurchaseTable;
  readonly concerns: PaymentConcerns;
  readonly provider: PaymentProvider;
  readonly rates: Rates;
  readonly usdt: () => AssetId | undefined;
  readonly submit: (command: Command) => Promise<Outcome>;
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
}

/** Limits on calls that wait for the provider, which may take many seconds to respond. */
const PROVIDER_TURNS = { atOnce: 8, mostWaiting: 100 };
/**
 * The number of clients whose purchases are completed in the background at the same time; the other slots are left for
 * clients waiting on a page.
 */
const FINISHED_AT_ONCE = 4;

/** Query parameters that fill in the same amount again when a payer cancels at the provider and returns to our page. */
const paidWith = ({ currency, amount }: PurchaseQuote): string =>
  `currency=${currency}&amount=${formatDecimal(amount, currencyDecimals[currency])}`;

/**
 * Purchases of USDT that a payment provider charges for. Only the provider's responses to our queries are trusted:
 * messages and browsers only say when to query. A row is a job whose steps can be retried: the provider recognizes a
 * repeated capture by its key, and the ledger a repeated credit by the capture's id.
 */
export class Purchases {
  readonly #parts: PurchasesParts;
  readonly #turns = new TurnLine(PROVIDER_TURNS);
  readonly #underWay = new Map<number, Promise<Purchase | undefined>>();
  #run: Promise<void> | undefined;

  constructor(parts: PurchasesParts) {
    this.#parts = parts;
  }

  /** Resolves once no purchase is in progress. */
  async settled(): Promise<void> {
    await this.#run?.catch(() => undefined);
    await Promise.allSettled(this.#underWay.values());
  }

  /** Quotes how much USDT this amount buys at current rates. Throws RatesUnavailable. */
  async quote(currency: RatedCurrency, amount: number): Promise<PurchaseQuote> {
    return quotePurchase(await this.#parts.rates.current(), currency, amount);
  }

  /**
   * Stores the quote and creates its order at the provider: one call per client at a time. A waiting call is dropped if
   * its client disconnects. Throws TooManyPurchases, ProviderUnreachable, and busy; in all cases, nothing is charged.
   */
  begin(owner: OwnerId, order: NewOrder, gone: AbortSignal): Promise<Purchase> {
    return this.#turns.run(String(owner), gone, () => this.#order(owner, order));
  }

  async #order(owner: OwnerId, { quote, page, key }: NewOrder): Promise<Purchase> {
    const { table, provider, clock } = this.#parts;
    const createdMs = clock();
    const purchase = await table.insert({ owner, quote, key, createdMs, expiresMs: createdMs + PURCHASE_LIFE_MS });
    if (purchase.orderId !== undefined) return purchase;
    const order = await provider.create({
      key: purchase.requestKey,
      currency: purchase.chargeCurrency,
      amount: purchase.charge,
      reference: String(purchase.id),
      returnUrl: `${page}?purchase=${purchase.id}`,
      cancelUrl: `${page}?cancelled=${purchase.id}&${paidWith(purchase)}`,
    });
    await table.ordered(purchase.id, order);
    return { ...purchase, orderId: order.id, approvalUrl: order.approvalUrl };
  }

  find(id: number): Promise<Purchase | undefined> {
    return this.#parts.table.byId(id);
  }

  /** Whether the message has a signature in the provider's format; `heard` verifies the signature. */
  isSigned(message: ProviderMessage): boolean {
    return this.#parts.provider.isSigned(message);
  }

  /**
   * Handles a message from the provider. Throws ForgedMessage if the message is not from the provider, and the errors
   * of `finish`.
   */
  async heard(message: ProviderMessage): Promise<void> {
    const news = await this.#parts.provider.read(message);
    const purchase = await this.#about(news);
    if (purchase !== undefined) {
      if (news.concern !== undefined) await this.#raise(purchase.id, news.concern);
      await this.finish(purchase.id);
    } else if (news.concern !== undefined) {
      this.#parts.log.error(news, 'refund, reversal or dispute of an unknown purchase');
    }
  }

  /**
   * The purchase that a message is about: found by its order, else by its payment. If the payment is not known here,
   * the provider is asked for the payment's order.
   */
  async #about({ orderId, captureId }: ProviderNews): Promise<Purchase | undefined> {
    const { table, provider } = this.#parts;
    const byOrder = orderId === undefined ? undefined : await table.byOrder(orderId);
    if (byOrder !== undefined || captureId === undefined) return byOrder;
    const byCapture = await table.byCapture(captureId);
    if (byCapture !== undefined) return byCapture;
    const order = await provider.orderOfCapture(captureId);
    return order === undefined ? undefined : table.byOrder(order);
  }

  /** Queries the provider again, even if the purchase has ended; for operators. Throws the errors of `finish`. */
  async ask(id: number): Promise<void> {
    const purchase = await this.#parts.table.byId(id);
    if (purchase !== undefined) await this.#noteRefunds(purchase);
    await this.finish(id);
  }

  /** Continues all purchases that a restart left unfinished, and expires those that were not paid in time. */
  finishAll(): Promise<void> {
    this.#run ??= this.#finishDue().finally(() => {
      this.#run = undefined;
    });
    return this.#run;
  }

  async #finishDue(): Promise<void> {
    const { table, clock } = this.#parts;
    for (let after: number | undefined = 0; after !== undefined; ) {
      const due = await table.due(clock(), after);
      await this.#finishEach(due);
      after = due.length < MOST_DUE ? undefined : due.at(-1)?.id;
    }
  }

  /**
   * Finishes these purchases: those of one client one after another, those of several clients concurrently, so that no
   * client waits for another.
   */
  async #finishEach(due: readonly DuePurchase[]): Promise<void> {
    const clients = Map.groupBy(due, ({ owner }) => owner).values();
    const finishNext = async () => {
      for (const purchases of clients)
        for (const { id } of purchases)
          await this.finish(id).catch((reason: unknown) =>
            this.#parts.log.warn({ err: reason, purchase: id }, 'purchase not completed, will retry'),
          );
    };
    await Promise.all(Array.from({ length: FINISHED_AT_ONCE }, finishNext));
  }

  /**
   * Advances a purchase as far as the provider's state allows, and returns it; undefined if it does not exist.
   * Concurrent callers share one run, and the purchases of a client wait for each other. Throws ProviderUnreachable,
   * and busy if too many wait.
   */
  finish(id: number): Promise<Purchase | undefined> {
    const joined = this.#underWay.get(id);
    if (joined !== undefined) return joined;
    const work = this.#finish(id).finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, work);
    return work;
  }

  async #finish(id: number): Promise<Purchase | undefined> {
    const purchase = await this.#parts.table.byId(id);
    if (purchase === undefined || isFinal(purchase)) return purchase;
    // Several callers may share this run, so no caller may end the run by disconnecting.
    const { signal } = new AbortController();
    return this.#turns.run(String(purchase.owner), signal, () => this.#advance(id));
  }

  async #advance(id: number): Promise<Purchase | undefined> {
    const purchase = await this.#parts.table.byId(id);
    if (purchase === undefined || isFinal(purchase)) return purchase;
    // A charged purchase that a shutdown left uncredited may have been refunded meanwhile.
    if (purchase.state === 'captured') await this.#noteRefunds(purchase);
    else await this.#settle(purchase);
    await this.#credit(id);
    return this.#parts.table.byId(id);
  }

  async #settle(purchase: Purchase): Promise<void> {
    const { provider, table, clock } = this.#parts;
    const { id, orderId, state, expiresMs, requestKey } = purchase;
    const isOver = expiresMs <= clock();
    let order = orderId === undefined ? undefined : await provider.find(orderId);
    // We start charging only before the purchase expires; once we have started, the provider is polled for the outcome.
    if (order?.state === 'approved' && (state === 'approved' || (state === 'created' && !isOver))) {
      await table.approved(id);
      order = await provider.capture(order.id, `${requestKey}-capture`);
      if (order?.state === 'approved' || order?.state === 'waiting') return this.#end(purchase, 'declined');
    }
    if (order?.state === 'completed') return this.#take(purchase, order);
    if (state === 'approved') return order?.state === 'waiting' ? undefined : this.#end(purchase, 'gone');
    if (order?.state === 'void') return this.#end(purchase, 'void');
    if (state === 'created' && isOver) await table.expired(id, clock());
  }

  /** Accepts only a charge that equals the requested amount to the cent. */
  async #take(purchase: Purchase, { capture, reference, refunds }: PaymentOrder): Promise<void> {
    const { id, chargeCurrency, charge } = purchase;
    if (capture === undefined || capture.state === 'pending') return;
    if (capture.state === 'failed') return this.#end(purchase, 'declined');
    if (capture.state === 'returned') {
      for (const refund of refunds) await this.#raise(id, refund);
      return this.#end(purchase, 'returned');
    }
    const isOurs = reference === String(id) && capture.currency === chargeCurrency && capture.amount === charge;
    if (isOurs) return this.#parts.table.captured(id, capture.id);
    const { amount, currency } = capture;
    await this.#raise(id, {
      kind: 'differs',
      id: capture.id,
      amount: Number.isNaN(amount) ? undefined : amount,
      detail: `${formatDecimal(amount || 0, CHARGE_DECIMALS)} ${currency}`,
      timeMs: 0,
    });
    await this.#end(purchase, 'differs');
  }

  async #noteRefunds({ id, orderId }: Purchase): Promise<void> {
    const order = orderId === undefined ? undefined : await this.#parts.provider.find(orderId);
    for (const refund of order?.refunds ?? []) await this.#raise(id, refund);
  }

  async #raise(purchase: number, concern: NewConcern): Promise<void> {
    const isNew = await this.#parts.concerns.raise(purchase, concern);
    if (isNew) this.#parts.log.error({ purchase, concern }, 'payment needs review');
  }

  #end({ id }: Purchase, problem: PurchaseProblem): Promise<void> {
    return this.#parts.table.failed(id, problem, this.#parts.clock());
  }

  async #credit(id: number): Promise<void> {
    const { table, concerns, submit, clock } = this.#parts;
    const purchase = await table.byId(id);
    if (purchase?.state !== 'captured' || purchase.captureId === undefined) return;
    if (await concerns.isReturned(id)) return this.#findCredit(purchase);
    const outcome = await submit(this.#creditOf(purchase, purchase.captureId));
    if (outcome.refusal !== undefined) {
      const { refusal: detail } = outcome;
      await this.#raise(id, { kind: 'uncredited', id: purchase.captureId, amount: undefined, detail, timeMs: 0 });
      throw new Error(`purchase ${id} cannot be credited: ${detail}`);
    }
    await table.credited(id, (outcome.repeated ?? outcome).position, clock());
    await concerns.credited(id);
  }

  /**
   * Called when a payment was returned before we recorded a credit. If the ledger has already credited the purchase,
   * records that credit; otherwise does nothing.
   */
  async #findCredit(purchase: Purchase): Promise<void> {
    const { table, clock } = this.#parts;
    const position = await table.positionInLedger(purchase);
    if (position !== undefined) await table.credited(purchase.id, position, clock());
  }

  #creditOf({ id, owner, units: sold }: Purchase, captureId: string): Command {
    const asset = this.#parts.usdt();
    if (asset === undefined) throw new Error('USDT is not listed');
    const units = sold as AssetUnits;
    return {
      kind: 'Transfer',
      by: systemOwners.payments,
      purpose: 'purchase',
      record: id,
      legs: [
        { owner: systemOwners.payments, wallet: 'spot', asset, units: -units as AssetUnits },
        { owner, wallet: 'spot', asset, units },
      ],
      reference: outsideReference('purchase', captureId),
    };
  }
}

/**
 * Whether the purchase can no longer change. A purchase that has failed or expired here is not final: if it turns out
 * to have been paid, it is still credited.
 */
const isFinal = ({ state }: Purchase): boolean => state === 'credited';
