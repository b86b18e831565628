/** The handler of each of this module’s endpoints. */
export { consoleAskPaypal } from './console/ask-paypal.ts';
export { consolePurchases } from './console/list-purchases.ts';
export { consoleSettlePurchase } from './console/settle-purchase.ts';
export { consoleTakeBackPurchase } from './console/take-back-purchase.ts';
export { capturePayment } from './http/capture-payment.ts';
export { createPayment } from './http/create-payment.ts';
export { paymentMessage } from './http/payment-message.ts';
export { purchaseHistory } from './http/purchase-history.ts';
export { purchaseQuote } from './http/purchase-quote.ts';
