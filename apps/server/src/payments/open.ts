import type { Ground } from '../kit/ground.ts';
import type { PaymentProvider } from '../providers/payment/payment.ts';
import type { Rates } from '../providers/rates/rates.ts';
import { PaymentCalls } from './http/payment-calls.ts';
import { PaymentConcerns } from './payment-concerns.ts';
import { PurchaseReview } from './purchase-review.ts';
import { PurchaseTable } from './purchase-table.ts';
import { PurchaseTakeBacks } from './purchase-take-backs.ts';
import { Purchases } from './purchases.ts';
import type { Services } from './services.ts';

type Below = Pick<Services, 'core' | 'instruments' | 'sequencer' | 'clock' | 'notices' | 'mailQueue' | 'brand' | 'log'>;

/** The payment provider, and exchange rates. */
export interface Charging {
  readonly provider: PaymentProvider;
  readonly rates: Rates;
}

/** Opens purchases. Without a payment provider, nothing can be bought, but earlier purchases remain accessible. */
export function openPayments(below: Below, { pool }: Ground, charging: Charging | undefined) {
  const { instruments, sequencer, clock, notices, mailQueue, brand, log } = below;
  const usdt = () => instruments.usdt?.asset;
  const common = { pool, core: () => below.core, submit: sequencer.submit, clock, usdt, log };
  const purchaseTable = new PurchaseTable(pool, notices);
  const concerns = new PaymentConcerns(pool, clock);
  const purchaseReview = new PurchaseReview({ pool, table: purchaseTable, concerns, clock });
  return {
    purchases: charging && new Purchases({ ...common, ...charging, table: purchaseTable, concerns }),
    paymentCalls: new PaymentCalls(),
    purchaseTable,
    purchaseReview,
    purchaseTakeBacks: new PurchaseTakeBacks({
      ...common,
      table: purchaseTable,
      review: purchaseReview,
      notices,
      mailQueue,
      brand,
    }),
  };
}
