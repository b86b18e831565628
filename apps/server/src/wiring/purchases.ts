import type { Command, Core } from '@vitrine/core';
import type { TimeMs } from '@vitrine/money';
import type { Outcome } from '@vitrine/sequencer';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Instruments } from '../kit/instruments.ts';
import type { KeptLetters } from '../notifications/mail/kept-letters.ts';
import type { Notices } from '../notifications/notices.ts';
import { PaymentConcerns } from '../payments/payment-concerns.ts';
import { PurchaseReview } from '../payments/purchase-review.ts';
import { PurchaseTable } from '../payments/purchase-table.ts';
import { PurchaseTakeBacks } from '../payments/purchase-take-backs.ts';
import { Purchases } from '../payments/purchases.ts';
import { PaypalPayment } from '../providers/payment/paypal-payment.ts';
import { SimulatedPayment } from '../providers/payment/simulated-payment.ts';
import { HttpRates } from '../providers/rates/http-rates.ts';
import { SimulatedRates } from '../providers/rates/simulated-rates.ts';
import { attachPaymentPage } from '../sandbox/payment-page.ts';
import type { Settings } from './settings.ts';

interface PurchasesWiring {
  readonly settings: Settings;
  readonly pool: pg.Pool;
  readonly instruments: Instruments;
  readonly notices: Notices;
  readonly letters: KeptLetters;
  readonly core: () => Core;
  readonly brand: () => string;
  readonly submit: (command: Command) => Promise<Outcome>;
  readonly clock: () => TimeMs;
  readonly log: FastifyBaseLogger;
}

interface OpenedPurchases {
  /** Undefined: nothing can be bought here. */
  readonly purchases: Purchases | undefined;
  /** The sandbox's own provider; undefined where another charges. */
  readonly simulatedPayment: SimulatedPayment | undefined;
  readonly purchaseTable: PurchaseTable;
  readonly purchaseReview: PurchaseReview;
  readonly purchaseTakeBacks: PurchaseTakeBacks;
  /** Serves the page of a sandbox's own provider. */
  attachPaymentPage(app: FastifyInstance, brand: () => string): void;
}

/** The provider of the settings; in a sandbox without one, its own. */
export function openPurchases({
  settings,
  pool,
  instruments,
  notices,
  letters,
  core,
  brand,
  ...parts
}: PurchasesWiring): OpenedPurchases {
  const usdt = () => instruments.assetByCode('USDT')?.asset;
  const { clock } = parts;
  const purchaseTable = new PurchaseTable(pool, notices);
  const concerns = new PaymentConcerns(pool, clock);
  const purchaseReview = new PurchaseReview({ pool, table: purchaseTable, concerns, clock });
  const purchaseTakeBacks = new PurchaseTakeBacks({
    pool,
    table: purchaseTable,
    review: purchaseReview,
    notices,
    letters,
    usdt,
    core,
    brand,
    ...parts,
  });
  const records = { purchaseTable, purchaseReview, purchaseTakeBacks };
  const common = { table: purchaseTable, concerns, usdt, ...parts };
  const { payments, mode } = settings;
  if (payments !== undefined) {
    const rates = new HttpRates({ url: payments.ratesUrl, now: Date.now });
    const purchases = new Purchases({ ...common, provider: new PaypalPayment(payments.paypal), rates });
    return { ...records, purchases, simulatedPayment: undefined, attachPaymentPage: () => {} };
  }
  if (mode !== 'sandbox')
    return { ...records, purchases: undefined, simulatedPayment: undefined, attachPaymentPage: () => {} };
  const simulatedPayment = new SimulatedPayment(pool);
  const purchases = new Purchases({ ...common, provider: simulatedPayment, rates: new SimulatedRates() });
  return {
    ...records,
    purchases,
    simulatedPayment,
    attachPaymentPage: (app, brand) => attachPaymentPage(app, simulatedPayment, brand),
  };
}
