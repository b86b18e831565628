import type { Client } from 'pg';

const AGAIN_MS = 500;
/** Well within the time for which a connection may be silent. */
const BEAT_MS = 2_500;

export interface PostgresChannelParts {
  /** Opens a connection of its own. */
  readonly connect: () => Promise<Client>;
  readonly name: string;
  /** Called with each payload. What is told while the line is down is lost: read again what matters in `catchUp`. */
  readonly heard: (payload: string) => void | Promise<void>;
  /** Called where `heard` did not come to its end. Left out where that does not matter. */
  readonly failed?: (reason: unknown) => void;
  /** Called each time the line stands. */
  readonly opened?: () => void;
  /** Reads again what matters: each time the line stands again after a break, after each `heard` that failed, until it succeeds. */
  readonly catchUp?: () => Promise<void>;
  /** Called each time it breaks. */
  readonly lost?: () => void;
}

/**
 * Hears what any server tells through Postgres' NOTIFY, and takes the line up again whenever it breaks. It asks something
 * again and again: a line that has died without a word would otherwise look like one on which nothing is told.
 */
export class PostgresChannel {
  readonly #parts: PostgresChannelParts;
  #client: Client | undefined;
  #isClosed = false;
  #isBeating = false;
  #catchingUp: NodeJS.Timeout | undefined;

  constructor(parts: PostgresChannelParts) {
    this.#parts = parts;
  }

  async open(): Promise<void> {
    const { connect, name, opened, lost: tellLost } = this.#parts;
    const client = await connect();
    const beat = setInterval(() => void this.#beat(client), BEAT_MS).unref();
    const lost = () => {
      clearInterval(beat);
      if (this.#client !== client) return;
      this.#client = undefined;
      tellLost?.();
      this.#reopenSoon();
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ payload }) => {
      if (payload) this.#hear(payload);
    });
    try {
      await client.query(`listen "${name}"`);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    if (this.#isClosed) return client.end();
    this.#client = client;
    opened?.();
  }

  #hear(payload: string): void {
    const { heard, failed } = this.#parts;
    heard(payload)?.catch((reason: unknown) => {
      failed?.(reason);
      this.#catchUpSoon();
    });
  }

  /** One at a time: what is sent on a dead line would keep it from counting as silent. */
  async #beat(client: Client): Promise<void> {
    if (this.#client !== client || this.#isBeating) return;
    this.#isBeating = true;
    await client.query('select 1').catch(() => undefined);
    this.#isBeating = false;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#catchingUp);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  async #reopen(): Promise<void> {
    await this.open();
    this.#catchUp();
  }

  #catchUp(): void {
    this.#parts.catchUp?.().catch(() => this.#catchUpSoon());
  }

  /** One that is still to begin reads what this one would. */
  #catchUpSoon(): void {
    if (this.#isClosed || this.#catchingUp !== undefined) return;
    this.#catchingUp = setTimeout(() => {
      this.#catchingUp = undefined;
      this.#catchUp();
    }, AGAIN_MS).unref();
  }

  #reopenSoon(): void {
    if (this.#isClosed) return;
    setTimeout(() => void this.#reopen().catch(() => this.#reopenSoon()), AGAIN_MS).unref();
  }
}
