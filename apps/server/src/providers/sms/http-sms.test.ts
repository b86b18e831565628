import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { HttpSms } from './http-sms.ts';

let server: Server | undefined;
afterEach(() => new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve()))));

interface Received {
  readonly authorization: string | undefined;
  readonly body: unknown;
}

/** A local provider that stores what it receives and returns a status. */
async function startProvider(status: number): Promise<{ sms: HttpSms; received: Received[] }> {
  const received: Received[] = [];
  server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = await request.toArray();
    received.push({ authorization: request.headers.authorization, body: JSON.parse(Buffer.concat(chunks).toString()) });
    response.writeHead(status).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`;
  return { sms: new HttpSms({ url, token: 'a token', from: 'Vitrine' }), received };
}

test('a text message is sent to the provider, with the token from the settings', async () => {
  const { sms, received } = await startProvider(202);
  await sms.send({ to: '+14155552671', text: 'Your code is 123456.', code: '123456' });
  expect(received).toEqual([
    { authorization: 'Bearer a token', body: { from: 'Vitrine', to: '+14155552671', text: 'Your code is 123456.' } },
  ]);
});

test('sending a text message fails if the provider refuses it or is unreachable', async () => {
  const { sms } = await startProvider(401);
  await expect(sms.send({ to: '+14155552671', text: 'Hello' })).rejects.toThrow('the SMS provider returned 401');
  const nobody = new HttpSms({ url: 'http://127.0.0.1:9/messages', token: 'a token', from: 'Vitrine' });
  await expect(nobody.send({ to: '+14155552671', text: 'Hello' })).rejects.toThrow();
});
