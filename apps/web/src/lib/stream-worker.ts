/**
 * The worker that holds the page's connection to the exchange. For a thread, receiving a message is more work than
 * using it, and the page's own thread is needed for drawing and input. See `worker-socket.ts`.
 */
import { StreamBatch } from './stream-batch.ts';
import type { FromPage, FromWorker } from './worker-socket.ts';

/** Updates of order books are passed on at most this often, which is as often as the page draws them. */
const PASS_ON_MS = 50;

const sockets = new Map<number, WebSocket>();
const post = (message: FromWorker): void => postMessage(message);

function open(id: number, url: string): void {
  const socket = new WebSocket(url);
  const batch = new StreamBatch();
  let passedOnAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passOn = (): void => {
    clearTimeout(timer);
    timer = undefined;
    passedOnAt = performance.now();
    post({ id, kind: 'texts', texts: batch.take() });
  };
  sockets.set(id, socket);
  socket.addEventListener('open', () => post({ id, kind: 'open' }));
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const waitMs = batch.add(data) ? passedOnAt + PASS_ON_MS - performance.now() : 0;
    if (waitMs <= 0) passOn();
    else timer ??= setTimeout(passOn, waitMs);
  });
  socket.addEventListener('close', () => {
    clearTimeout(timer);
    sockets.delete(id);
    post({ id, kind: 'close' });
  });
}

addEventListener('message', ({ data }: MessageEvent<FromPage>) => {
  if (data.kind === 'open') open(data.id, data.url);
  else if (data.kind === 'send') sockets.get(data.id)?.send(data.text);
  else sockets.get(data.id)?.close();
});
