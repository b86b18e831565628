import { formatDecimal } from '@vitrine/money';
import type { FastifyInstance } from 'fastify';
import { SIMULATED_PAYMENT_PATH, type SimulatedPayment } from '../providers/payment/simulated-payment.ts';
import { approvalPage, noOrderPage, paymentPageHeaders } from './payment-page-view.ts';

/**
 * The page of the sandbox's own payment provider on which a payer approves an order. Anyone who knows the order's id
 * may approve it.
 */
export function attachPaymentPage(app: FastifyInstance, provider: SimulatedPayment, brand: () => string): void {
  const path = `${SIMULATED_PAYMENT_PATH}/:order`;
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
      done(null, new URLSearchParams(text as string)),
    );
    scope.get<{ Params: { order: string } }>(path, async ({ params }, reply) => {
      const row = await provider.row(params.order);
      reply.headers(paymentPageHeaders);
      if (row === undefined) return reply.code(404).send(noOrderPage(brand()));
      const total = `${formatDecimal(Number(row.amount), 2)} ${row.currency}`;
      return reply.send(approvalPage({ brand: brand(), id: row.order_id, total, isOver: row.state !== 'waiting' }));
    });
    scope.post<{ Params: { order: string } }>(path, async ({ params, body }, reply) => {
      const row = await provider.row(params.order);
      if (row === undefined) return reply.code(404).headers(paymentPageHeaders).send(noOrderPage(brand()));
      const answer = body instanceof URLSearchParams ? body.get('answer') : undefined;
      const isPaid = answer === 'pay' || answer === 'declined';
      if (isPaid) await provider.approve(params.order, answer === 'declined');
      return reply.redirect(isPaid || answer === 'back' ? row.return_url : row.cancel_url, 303);
    });
  });
}
