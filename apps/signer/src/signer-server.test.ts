import { writeFileSync } from 'node:fs';
import { request as send } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { connect, DEFAULT_CIPHERS, DEFAULT_MIN_VERSION } from 'node:tls';
import {
  isSigned,
  requestMac,
  SIGNING_MAC_HEADER,
  SIGNING_TIME_HEADER,
  SignerFault,
  SignerUnreachable,
  SigningClient,
  signingWindowMs,
} from '@vitrine/chains';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { certificate, certificateKey } from './testing/certificate.ts';
import { SignerProcess, secret } from './testing/signer-process.ts';
import { openChain, withdrawal } from './testing/simulated-payments.ts';

const signer = new SignerProcess();
beforeAll(() => signer.start());
afterAll(() => signer.remove());

interface Call {
  readonly method?: string;
  readonly path?: string;
  readonly body?: string;
  readonly time?: number;
  readonly secret?: string;
  /** The body that is sent, if it differs from the authenticated one. */
  readonly sentBody?: string;
}

/** Sends the request to the signer; returns the HTTP status. */
function call({ method = 'GET', path = '/health', body = '', time = Date.now(), ...rest }: Call): Promise<number> {
  const mac = requestMac(rest.secret ?? secret, method, path, String(time), body);
  const headers = { [SIGNING_TIME_HEADER]: String(time), [SIGNING_MAC_HEADER]: mac };
  return new Promise((resolve, reject) => {
    const options = { socketPath: signer.url.slice('unix:'.length), method, path, headers };
    send(options, (response) => resolve(response.resume().statusCode ?? 0))
      .once('error', reject)
      .end(rest.sentBody ?? body);
  });
}

test('a signing request with the right MAC gets a response', async () => {
  expect(await call({})).toBe(200);
});

test('a request with another secret, or with a body, path or method that was not authenticated, gets no response', async () => {
  expect(await call({ secret: `${secret}!` })).toBe(401);
  expect(await call({ method: 'POST', path: '/sign', body: '{}', sentBody: '{"a":1}' })).toBe(401);
  const mac = requestMac(secret, 'GET', '/health', String(Date.now()), '');
  expect(mac).not.toBe(requestMac(secret, 'POST', '/health', String(Date.now()), ''));
  await expect(new SigningClient({ url: signer.url, secret: `${secret}!` }).health()).rejects.toThrow(SignerFault);
});

test('a request outside its time window gets no response, so a recorded one cannot be replayed later', async () => {
  expect(await call({ time: Date.now() - signingWindowMs - 1 })).toBe(401);
  expect(await call({ time: Date.now() + signingWindowMs + 5_000 })).toBe(401);
  expect(await call({ time: Date.now() - signingWindowMs / 2 })).toBe(200);
});

test('a request longer than any payment is not read, and the signer continues to run', async () => {
  const body = 'x'.repeat(8 * 1024 * 1024 + 1);
  expect(await call({ method: 'POST', path: '/sign', body })).toBe(413);
  expect(await call({})).toBe(200);
});

test('the signer responds only to its two calls', async () => {
  expect(await call({ method: 'GET', path: '/sign' })).toBe(404);
  expect(await call({ path: '/keys' })).toBe(404);
});

test('concurrent requests are decided one after the other, within the limits', async () => {
  const chain = await openChain();
  const amount = 100_000_000n;
  const requests = await Promise.all(
    Array.from({ length: 8 }, (_, index) => withdrawal(chain, { id: `withdrawal:${index}`, movement: { amount } })),
  );
  const answers = await Promise.all(requests.map((request) => signer.client.sign(request)));
  expect(answers.filter(isSigned)).toHaveLength(2);
});

test('an impostor at the signer’s address is detected', async () => {
  const impostor = createServer((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}'));
  });
  const path = `${signer.folder}/impostor`;
  await new Promise<void>((resolve) => impostor.listen(path, resolve));
  await expect(new SigningClient({ url: `unix:${path}`, secret }).health()).rejects.toThrow(SignerFault);
  impostor.close();
});

test('an unreachable signer is distinguished from a signer that refuses', async () => {
  const away = new SigningClient({ url: `unix:${signer.folder}/nowhere`, secret });
  await expect(away.health()).rejects.toThrow(SignerUnreachable);
});

test('the signer can also listen on a local port', async () => {
  const other = new SignerProcess();
  await other.start({ SIGNER_LISTEN: '127.0.0.1:0' });
  const url = `http://${/127\.0\.0\.1:\d+/.exec(other.output)?.[0]}`;
  expect((await new SigningClient({ url, secret }).health()).networks).toHaveLength(1);
  await other.remove();
});

test('with a certificate the signer speaks only TLS 1.3, with strong ciphers, to clients that trust it', async () => {
  const other = new SignerProcess();
  const [cert, key] = [join(other.folder, 'cert.pem'), join(other.folder, 'key.pem')];
  writeFileSync(cert, certificate);
  writeFileSync(key, certificateKey);
  await other.start({ SIGNER_LISTEN: '127.0.0.1:0', SIGNER_TLS_CERT: cert, SIGNER_TLS_KEY: key });
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(other.output)?.[1]);
  const speak = (maxVersion: 'TLSv1.2' | 'TLSv1.3') =>
    new Promise<string>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca: certificate, maxVersion });
      socket.once('error', ({ message }) => resolve(message));
      socket.once('secureConnect', () => {
        resolve(`${socket.getProtocol()} ${socket.getCipher().name}`);
        socket.destroy();
      });
    });
  expect(await speak('TLSv1.2')).toMatch(/protocol version/);
  expect(await speak('TLSv1.3')).toMatch(/^TLSv1\.3 TLS_(AES_\d+_GCM|CHACHA20_POLY1305)_SHA\d+$/);
  const url = `https://localhost:${port}`;
  expect((await new SigningClient({ url, secret, ca: certificate }).health()).networks).toHaveLength(1);
  await expect(new SigningClient({ url, secret }).health()).rejects.toThrow(/self-signed/);
  await other.remove();
});

test('outgoing TLS connections use at least version 1.2, with forward secrecy and authenticated ciphers first', () => {
  expect(DEFAULT_MIN_VERSION).toBe('TLSv1.2');
  const offered = DEFAULT_CIPHERS.split(':').filter((name) => !name.startsWith('!'));
  expect(offered.slice(0, 3)).toEqual(expect.arrayContaining(['TLS_AES_256_GCM_SHA384', 'TLS_AES_128_GCM_SHA256']));
  expect(offered.filter((name) => /RC4|DES|NULL|EXPORT|MD5/.test(name))).toEqual([]);
});
