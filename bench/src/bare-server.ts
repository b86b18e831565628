import { endpoints } from '@vitrine/contract';
import fastify from 'fastify';

/**
 * A Fastify route for orders with the same body, schemas and response as the real server, but no exchange behind it.
 */
const app = fastify();
let order = 0;
app.route({
  method: 'POST',
  url: endpoints.placeOrder.path,
  schema: { body: endpoints.placeOrder.body, response: { 200: endpoints.placeOrder.response } },
  handler: async () => {
    order += 1;
    return { message: 'success', order_id: String(order), position: order };
  },
});
app.get('/healthz', async () => ({ status: 'ok' }));
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.on('SIGTERM', () => process.exit(0));
