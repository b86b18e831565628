import { formatDecimal } from '@vitrine/money';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { SIMULATED_PAYMENT_PATH, type SimulatedPayment } from '../providers/payment/simulated-payment.ts';
import { pageHeaders, sandboxPage } from './sign-in-provider-page.ts';

/** The page on which a payer approves, at the sandbox's own provider. Whoever knows the order may. */
export function attachPaymentPage(app: FastifyInstance, provider: SimulatedPayment): void {
  const path = `${SIMULATED_PAYMENT_PATH}/:order`;
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
      done(null, new URLSearchParams(text as string)),
    );
    scope.get<{ Params: { order: string } }>(path, async ({ params }, reply) => {
      const row = await provider.row(params.order);
      return row === undefined ? gone(reply) : reply.headers(pageHeaders).send(approvalPage(row));
    });
    scope.post<{ Params: { order: string } }>(path, async ({ params, body }, reply) => {
      const row = await provider.row(params.order);
      if (row === undefined) return gone(reply);
      const isPaid = body instanceof URLSearchParams && body.get('answer') === 'pay';
      if (isPaid) await provider.approve(params.order);
      return reply.redirect(isPaid ? row.return_url : row.cancel_url, 303);
    });
  });
}

const gone = (reply: FastifyReply) =>
  reply
    .code(404)
    .headers(pageHeaders)
    .send(sandboxPage('Sandbox payments', '<h1>Sandbox payments</h1>\n<p>There is no such order.</p>'));

function approvalPage({ currency, amount }: { readonly currency: string; readonly amount: string }): string {
  const total = `${formatDecimal(Number(amount), 2)} ${currency}`;
  return sandboxPage(
    'Sandbox payments',
    `<h1>Sandbox payments</h1>
<p>This stands in for PayPal. Nobody is charged anything.</p>
<form method="post">
<button class="go" name="answer" value="pay">Pay ${total}</button>
<button class="quiet" name="answer" value="cancel">Cancel</button>
</form>`,
  );
}
