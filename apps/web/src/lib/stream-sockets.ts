import type { SocketLike } from './stream.ts';

/** Requests to the worker about the connection `id`. */
export type FromPage =
  | { readonly id: number; readonly kind: 'open'; readonly url: string }
  | { readonly id: number; readonly kind: 'send'; readonly text: string }
  /** The last texts have been handled; until then, the worker passes on no others. */
  | { readonly id: number; readonly kind: 'handled' }
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
  /** Whether the last worker gave no answer, which may be the fault of the network: only the next one is not tried. */
  #isSilent = false;
  #lastId = 0;
  readonly #sockets = new Map<number, WorkerSocket>();

  constructor(start: () => Worker) {
    this.#start = start;
  }

  open(): SocketLike {
    const worker = this.#usable();
    if (!worker) return new WebSocket(url());
    this.#lastId += 1;
    const id = this.#lastId;
    const ask = (request: PageRequest) => worker.postMessage({ id, ...request } satisfies FromPage);
    const socket = new WorkerSocket(ask, () => this.#giveUp(worker));
    this.#sockets.set(id, socket);
    return socket;
  }

  #usable(): Worker | undefined {
    if (this.#isBroken) return undefined;
    if (this.#isSilent) {
      this.#isSilent = false;
      return undefined;
    }
    try {
      this.#worker ??= this.#started();
    } catch {
      // For example, if a policy of the browser forbids workers.
      this.#isBroken = true;
    }
    return this.#worker;
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
      this.#end(worker);
    });
    return worker;
  }

  /** A worker whose script never arrives, or which the browser has ended, reports nothing. */
  #giveUp(worker: Worker): void {
    this.#isSilent = true;
    this.#end(worker);
  }

  #end(worker: Worker): void {
    if (worker !== this.#worker) return;
    worker.terminate();
    this.#worker = undefined;
    const sockets = [...this.#sockets];
    this.#sockets.clear();
    for (const [id, socket] of sockets) socket.receive({ id, kind: 'close' });
  }
}

type PageRequest = FromPage extends infer Each ? (Each extends FromPage ? Omit<Each, 'id'> : never) : never;

/** The page's side of a connection that a worker holds. */
class WorkerSocket extends EventTarget implements SocketLike {
  readyState: number = WebSocket.CONNECTING;
  readonly #request: (request: PageRequest) => void;
  readonly #giveUp: () => void;

  /** `giveUp` is called if the connection is closed before the worker has opened it. */
  constructor(request: (request: PageRequest) => void, giveUp: () => void) {
    super();
    this.#request = request;
    this.#giveUp = giveUp;
    request({ kind: 'open', url: url() });
  }

  send(text: string): void {
    this.#request({ kind: 'send', text });
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    const isUnopened = this.readyState === WebSocket.CONNECTING;
    this.readyState = WebSocket.CLOSING;
    if (isUnopened) this.#giveUp();
    else this.#request({ kind: 'close' });
  }

  receive(message: FromWorker): void {
    if (message.kind === 'texts') {
      for (const data of message.texts) this.dispatchEvent(new MessageEvent('message', { data }));
      this.#request({ kind: 'handled' });
      return;
    }
    this.readyState = message.kind === 'open' ? WebSocket.OPEN : WebSocket.CLOSED;
    this.dispatchEvent(new Event(message.kind));
  }
}
