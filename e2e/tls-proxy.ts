import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** A certificate for localhost, valid until 2126, used only by tests. */
const cert = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUedWwcN9cDFV7NUaG1ulzAVriqZcwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEzMDAzMTQyNloYDzIxMjYxMTA2
MDMxNDI2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASenEX/CjGnsBRBmTt1eKYz2q77KTKe7Gndh02Cv+4agMX2pXQsH+rt
z8grysucmFrSr0dyu1vwZ5CKrx+z+0XZo2kwZzAdBgNVHQ4EFgQULD5lgXkWaCXi
cV1BQNexzHYMvtMwHwYDVR0jBBgwFoAULD5lgXkWaCXicV1BQNexzHYMvtMwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIgFZyl7CcCrvVgFtsNhHM2yaMFlpLIPMBxZOhfJT0pKzYCIQD60NAOWo39
rmFuBsAv6ZoKQA0+nJdUc+sQqeB8wHB+uA==
-----END CERTIFICATE-----
`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgJOTOR8R0AdMoWI31
/Ibos2zNTFE+JIIvCXjjOyIuWxOhRANCAASenEX/CjGnsBRBmTt1eKYz2q77KTKe
7Gndh02Cv+4agMX2pXQsH+rtz8grysucmFrSr0dyu1vwZ5CKrx+z+0XZ
-----END PRIVATE KEY-----
`;

export interface TlsProxy {
  readonly port: number;
  /** The local port to which requests are passed on. */
  target: number;
  close(): void;
}

/** A reverse proxy with TLS on localhost, as production requires one. */
export async function startTlsProxy(): Promise<TlsProxy> {
  const open = new Set<Duplex>();
  const server = createServer({ key, cert }, (incoming, answer) => {
    const onward = request({
      ...destination(),
      method: incoming.method,
      path: incoming.url,
      headers: headersOf(incoming),
    });
    onward.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  const proxy: TlsProxy = {
    port: 0,
    target: 0,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
  const destination = () => ({ host: '127.0.0.1', port: proxy.target });
  server.on('connection', (socket: Socket) => remember(open, socket));
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    const onward = connect(proxy.target, '127.0.0.1', () => {
      const lines = Object.entries(headersOf(incoming)).map(([name, value]) => `${name}: ${value}`);
      onward.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    remember(open, onward);
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
    socket.on('close', () => onward.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(proxy, { port: (server.address() as AddressInfo).port });
}

const headersOf = ({ headers }: IncomingMessage) => ({
  ...headers,
  'x-forwarded-for': '127.0.0.1',
  'x-forwarded-proto': 'https',
});

function remember(open: Set<Duplex>, socket: Duplex): void {
  open.add(socket);
  socket.once('close', () => open.delete(socket));
}
