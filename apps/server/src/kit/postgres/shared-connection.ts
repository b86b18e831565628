import type { Client } from 'pg';

type Notification = { readonly channel: string; readonly payload?: string | undefined };

/** The part of a connection that PostgresChannel needs. */
export interface ChannelConnection {
  on(event: 'error' | 'end', listener: () => void): unknown;
  on(event: 'notification', listener: (notification: Notification) => void): unknown;
  query(text: string): Promise<unknown>;
  end(): Promise<void>;
}

interface Opened {
  readonly client: Promise<Client>;
  lines: number;
  /** Resolves once all queries sent so far have received a response; the connection executes one at a time. */
  answered: Promise<unknown>;
}

/**
 * A connection that all channels of a process share, as if each had its own. It is opened for the first channel and
 * closed after the last. When it breaks, all channels are notified, and the next caller opens a new one.
 */
export class SharedConnection {
  readonly #connect: () => Promise<Client>;
  #opened: Opened | undefined;

  constructor(connect: () => Promise<Client>) {
    this.#connect = connect;
  }

  async line(): Promise<ChannelConnection> {
    const opened = this.#opened ?? this.#open();
    opened.lines += 1;
    const ask = (text: string) => this.#ask(opened, text);
    return new Line(await opened.client, ask, () => this.#leave(opened));
  }

  #open(): Opened {
    const opened = { client: this.#connect(), lines: 0, answered: Promise.resolve() };
    this.#opened = opened;
    const forget = () => this.#forget(opened);
    opened.client.then((client) => {
      client.setMaxListeners(0);
      client.once('error', forget);
      client.once('end', forget);
    }, forget);
    return opened;
  }

  #ask(opened: Opened, text: string): Promise<unknown> {
    const answer = opened.answered.then(async () => (await opened.client).query(text));
    opened.answered = answer.catch(() => undefined);
    return answer;
  }

  #forget(opened: Opened): void {
    if (this.#opened === opened) this.#opened = undefined;
  }

  async #leave(opened: Opened): Promise<void> {
    opened.lines -= 1;
    if (opened.lines > 0) return;
    this.#forget(opened);
    await (await opened.client).end();
  }
}

class Line implements ChannelConnection {
  readonly query: (text: string) => Promise<unknown>;
  readonly #client: Client;
  readonly #leave: () => Promise<void>;
  readonly #listeners: [string, (notification: Notification) => void][] = [];

  constructor(client: Client, query: (text: string) => Promise<unknown>, leave: () => Promise<void>) {
    this.#client = client;
    this.query = query;
    this.#leave = leave;
  }

  on(event: string, listener: (notification: Notification) => void): void {
    this.#client.on(event as 'notification', listener);
    this.#listeners.push([event, listener]);
  }

  async end(): Promise<void> {
    for (const [event, listener] of this.#listeners) this.#client.removeListener(event as 'notification', listener);
    await this.#leave();
  }
}
