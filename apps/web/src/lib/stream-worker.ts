/**
 * The worker that holds the page's connection to the exchange. Receiving a message costs more time than processing it,
 * and the page's main thread is needed for rendering and input. See `stream-sockets.ts`.
 */
import { StreamRelay } from './stream-relay.ts';
import type { FromPage, FromWorker } from './stream-sockets.ts';

const connections = new Map<number, { readonly socket: WebSocket; readonly relay: StreamRelay }>();
const post = (message: FromWorker): void => postMessage(message);

function open(id: number, url: string): void {
  const socket = new WebSocket(url);
  const relay = new StreamRelay((texts) => post({ id, kind: 'texts', texts }));
  connections.set(id, { socket, relay });
  socket.addEventListener('open', () => post({ id, kind: 'open' }));
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => relay.add(data));
  socket.addEventListener('close', () => {
    relay.end();
    connections.delete(id);
    post({ id, kind: 'close' });
  });
}

addEventListener('message', ({ data }: MessageEvent<FromPage>) => {
  const { socket, relay } = connections.get(data.id) ?? {};
  if (data.kind === 'open') open(data.id, data.url);
  else if (data.kind === 'send') socket?.send(data.text);
  else if (data.kind === 'handled') relay?.handled();
  else socket?.close();
});
