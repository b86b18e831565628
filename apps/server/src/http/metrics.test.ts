import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { Counter, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { metricsServer, registerMetrics } from './metrics.ts';

const TOKEN = '6f1d0c7b92e84a3558a1b3c4d9e7f062';
const metrics = { registry: new Registry() };
new Counter({ name: 'made_up', help: 'A metric.', registers: [metrics.registry] }).inc(3);
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function read(
  mode: 'sandbox' | 'production',
  settings: { token?: string; listen?: { host: string; port: number } },
  headers: Record<string, string> = {},
) {
  const app = fastify();
  registerMetrics(app, metrics, { mode, metrics: { token: settings.token, listen: settings.listen } });
  app.setErrorHandler((_error, _request, reply) => reply.status(401).send());
  const { statusCode, body, headers: sent } = await app.inject({ method: 'GET', url: '/metrics', headers });
  return { statusCode, body: statusCode === 200 ? body : '', headers: sent };
}

test('in production /metrics is not served unless a token or a separate address is configured for it', async () => {
  expect((await read('production', {})).statusCode).toBe(404);
  expect((await read('production', { listen: { host: '127.0.0.1', port: 9464 }, token: TOKEN })).statusCode).toBe(404);
  expect((await read('sandbox', {})).body).toContain('made_up 3');
  expect((await read('sandbox', {})).headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
});

test('a configured metrics token is required, in a sandbox too', async () => {
  for (const mode of ['sandbox', 'production'] as const) {
    expect((await read(mode, { token: TOKEN })).statusCode).toBe(401);
    expect((await read(mode, { token: TOKEN }, bearer(TOKEN.slice(1)))).statusCode).toBe(401);
    expect((await read(mode, { token: TOKEN }, bearer(TOKEN))).body).toContain('made_up 3');
  }
});

test('the separate metrics address serves only /metrics, and requires the token if one is set', async () => {
  for (const token of [undefined, TOKEN]) {
    const server = metricsServer(metrics, token).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const get = (path: string, headers = {}) =>
      fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers });
    expect((await get('/')).status).toBe(404);
    expect((await get('/metrics')).status).toBe(token === undefined ? 200 : 401);
    expect(await (await get('/metrics', bearer(TOKEN))).text()).toContain('made_up 3');
    server.close();
  }
});
