import type { HandlersOf } from '../http/handler.ts';
import { consoleAskPaypal } from './console/ask-paypal.ts';
import { consolePurchases } from './console/list-purchases.ts';
import { consoleSettlePurchase } from './console/settle-purchase.ts';
import { consoleTakeBackPurchase } from './console/take-back-purchase.ts';
import { capturePayment } from './http/capture-payment.ts';
import { createPayment } from './http/create-payment.ts';
import { paymentMessage } from './http/payment-message.ts';
import { purchaseHistory } from './http/purchase-history.ts';
import { purchaseQuote } from './http/purchase-quote.ts';
import type { Services } from './services.ts';

/** The handlers of this module’s endpoints. */
export const handlers = {
  purchaseQuote,
  createPayment,
  capturePayment,
  paymentMessage,
  purchaseHistory,
  consolePurchases,
  consoleAskPaypal,
  consoleTakeBackPurchase,
  consoleSettlePurchase,
} satisfies HandlersOf<Services>;
