import type { SocketLike } from './stream.ts';

/** Requests to the worker about the connection `id`. */
export type FromPage =
  | { readonly id: number; readonly kind: 'open'; readonly url: string }
  | { readonly id: number; readonly kind: 'send'; readonly text: string }
  | { readonly id: number; readonly kind: 'close' };

/** The worker's messages about the connection `id`. */
export type FromWorker =
  | { readonly id: number; readonly kind: 'open' | 'close' }
  | { readonly id: number; readonly kind: 'texts'; readonly texts: readonly string[] };

const url = (): string => `${location.origin.replace(/^http/, 'ws')}/stream`;

/** Opens connections to the exchange in a worker; without a working one, on the page's own thread. */
export class StreamSockets {
  readonly #start: () => Worker;
  #worker: Worker | undefined;
  #isBroken = typeof Worker === 'undefined';
  #lastId = 0;
  readonly #sockets = new Map<number, WorkerSocket>();

  constructor(start: () => Worker) {
    this.#start = start;
  }

  open(): SocketLike {
    if (this.#isBroken) return new WebSocket(url());
    this.#worker ??= this.#started();
    const worker = this.#worker;
    this.#lastId += 1;
    const id = this.#lastId;
    const socket = new WorkerSocket((request) => worker.postMessage({ id, ...request } satisfies FromPage));
    this.#sockets.set(id, socket);
    return socket;
  }

  #started(): Worker {
    const worker = this.#start();
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      this.#sockets.get(data.id)?.receive(data);
      if (data.kind === 'close') this.#sockets.delete(data.id);
    });
    // This happens, for example, if a new version of the app has replaced the worker's file.
    worker.addEventListener('error', () => {
      this.#isBroken = true;
      worker.terminate();
      for (const [id, socket] of this.#sockets) socket.receive({ id, kind: 'close' });
      this.#sockets.clear();
    });
    return worker;
  }
}

type Request = FromPage extends infer Each ? (Each extends FromPage ? Omit<Each, 'id'> : never) : never;

/** The page's side of a connection that a worker holds. */
class WorkerSocket extends EventTarget implements SocketLike {
  readyState: number = WebSocket.CONNECTING;
  readonly #request: (request: Request) => void;

  constructor(request: (request: Request) => void) {
    super();
    this.#request = request;
    request({ kind: 'open', url: url() });
  }

  send(text: string): void {
    this.#request({ kind: 'send', text });
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSING;
    this.#request({ kind: 'close' });
  }

  receive(message: FromWorker): void {
    if (message.kind === 'texts') {
      for (const data of message.texts) this.dispatchEvent(new MessageEvent('message', { data }));
      return;
    }
    this.readyState = message.kind === 'open' ? WebSocket.OPEN : WebSocket.CLOSED;
    this.dispatchEvent(new Event(message.kind));
  }
}
