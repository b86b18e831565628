import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** When the action runs: before a call is passed on, or before its response is passed back. */
type Moment = 'asked' | 'answered';

interface Trap {
  readonly moment: Moment;
  /** A text that the call's body contains. */
  readonly words: string;
  readonly act: () => Promise<void>;
}

/**
 * An HTTP proxy between a program and the server that it calls. At a chosen call or response, the proxy runs an action
 * and cuts the connection.
 */
export class Gate {
  readonly url: string;
  readonly #close: () => Promise<void>;
  #trap: Trap | undefined;

  /** @param target `http://host:port`, or `unix:/path` */
  static async before(target: string): Promise<Gate> {
    const server = createServer((asked, answer) => void gate.#pass(target, asked, answer).catch(() => cut(answer)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const close = async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    };
    const gate = new Gate(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, close);
    return gate;
  }

  private constructor(url: string, close: () => Promise<void>) {
    this.url = url;
    this.#close = close;
  }

  close(): Promise<void> {
    return this.#close();
  }

  /** Runs `act` once, at the next call whose body contains `words`; resolves when `act` has completed. */
  next(moment: Moment, words: string, act: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#trap = { moment, words, act: () => act().then(resolve, reject) };
    });
  }

  async #pass(target: string, asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await bytesOf(asked);
    if (await this.#caught('asked', body)) return cut(answer);
    const answered = await send(target, asked, body);
    const bytes = await bytesOf(answered);
    if (await this.#caught('answered', body)) return cut(answer);
    answer.writeHead(answered.statusCode ?? 502, answered.rawHeaders).end(bytes);
  }

  async #caught(moment: Moment, body: Buffer): Promise<boolean> {
    const trap = this.#trap;
    if (trap?.moment !== moment || !body.includes(trap.words)) return false;
    this.#trap = undefined;
    await trap.act();
    return true;
  }
}

function send(target: string, { method, url, rawHeaders }: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  const socket = target.startsWith('unix:') ? { socketPath: target.slice('unix:'.length) } : {};
  const base = target.startsWith('unix:') ? 'http://localhost' : target;
  return new Promise((resolve, reject) => {
    const call = request(new URL(url ?? '/', base), { ...socket, method, headers: rawHeaders, agent: false }, resolve);
    call.once('error', reject);
    call.end(body);
  });
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function cut({ socket }: ServerResponse): void {
  socket?.destroy();
}
