import { afterEach, expect, test, vi } from 'vitest';
import { type FromPage, type FromWorker, StreamSockets } from './stream-sockets.ts';

/** Stands in for a worker: records the page's requests, and lets the test send the worker's messages. */
class TestWorker extends EventTarget {
  readonly asked: FromPage[] = [];
  isTerminated = false;

  postMessage(request: FromPage): void {
    this.asked.push(request);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  say(data: FromWorker): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

const direct = vi.fn<(url: string) => void>();
/** Stands in for the browser's WebSocket. */
class TestSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  constructor(url: string) {
    super();
    direct(url);
  }
}

function started() {
  vi.stubGlobal('Worker', TestWorker);
  vi.stubGlobal('WebSocket', TestSocket);
  vi.stubGlobal('location', { origin: 'https://exchange.test' });
  const worker = new TestWorker();
  const start = vi.fn(() => worker as unknown as Worker);
  const sockets = new StreamSockets(start);
  const socket = sockets.open();
  const events: string[] = [];
  for (const type of ['open', 'message', 'close'] as const)
    socket.addEventListener(type, (event) => events.push(event instanceof MessageEvent ? String(event.data) : type));
  return { worker, start, sockets, socket, events };
}

afterEach(() => {
  vi.unstubAllGlobals();
  direct.mockClear();
});

test('a connection in the worker passes on requests, messages and its end', () => {
  const { worker, socket, events } = started();
  expect(worker.asked).toEqual([{ id: 1, kind: 'open', url: 'wss://exchange.test/stream' }]);
  expect(socket.readyState).toBe(0);
  worker.say({ id: 1, kind: 'open' });
  expect(socket.readyState).toBe(1);
  socket.send('hello');
  worker.say({ id: 1, kind: 'texts', texts: ['a', 'b'] });
  socket.close();
  expect(worker.asked.slice(1)).toEqual([
    { id: 1, kind: 'send', text: 'hello' },
    { id: 1, kind: 'handled' },
    { id: 1, kind: 'close' },
  ]);
  worker.say({ id: 1, kind: 'close' });
  expect(socket.readyState).toBe(3);
  expect(events).toEqual(['open', 'a', 'b', 'close']);
});

test('a closed connection in the worker stays closed when it is closed again', () => {
  const { worker, socket } = started();
  worker.say({ id: 1, kind: 'close' });
  socket.close();
  expect(socket.readyState).toBe(3);
  expect(worker.asked).toHaveLength(1);
});

test('a second connection uses the same worker, and receives only its own messages', () => {
  const { worker, start, sockets, events } = started();
  const second: string[] = [];
  sockets.open().addEventListener('message', (event) => second.push((event as MessageEvent<string>).data));
  worker.say({ id: 2, kind: 'texts', texts: ['x'] });
  expect(start).toHaveBeenCalledTimes(1);
  expect({ events, second }).toEqual({ events: [], second: ['x'] });
});

test('if the worker fails, its connections end and new ones are opened by the page itself', () => {
  const { worker, sockets, socket, events } = started();
  worker.dispatchEvent(new Event('error'));
  expect(worker.isTerminated).toBe(true);
  expect(socket.readyState).toBe(3);
  expect(events).toEqual(['close']);
  sockets.open();
  expect(direct).toHaveBeenCalledWith('wss://exchange.test/stream');
});

test('a browser without workers gets connections of the page itself', () => {
  const { start } = started();
  vi.stubGlobal('Worker', undefined);
  start.mockClear();
  new StreamSockets(start).open();
  expect(start).not.toHaveBeenCalled();
  expect(direct).toHaveBeenCalledWith('wss://exchange.test/stream');
});

test('if the worker cannot be started, connections are opened by the page itself', () => {
  const { start } = started();
  start.mockClear();
  start.mockImplementation(() => {
    throw new Error('refused');
  });
  const sockets = new StreamSockets(start);
  sockets.open();
  sockets.open();
  expect(start).toHaveBeenCalledTimes(1);
  expect(direct).toHaveBeenCalledTimes(2);
});

test('a worker that never answers is ended: the next connection is the page’s own, and the one after tries again', () => {
  const { worker, start, sockets, socket, events } = started();
  socket.close();
  expect(worker.isTerminated).toBe(true);
  expect(socket.readyState).toBe(3);
  expect(events).toEqual(['close']);
  sockets.open();
  expect(direct).toHaveBeenCalledTimes(1);
  sockets.open();
  expect(start).toHaveBeenCalledTimes(2);
  expect(direct).toHaveBeenCalledTimes(1);
});
