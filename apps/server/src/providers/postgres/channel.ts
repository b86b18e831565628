import type { Client } from 'pg';

const REOPEN_MS = 500;
/** Well within the time for which a connection may be silent. */
const BEAT_MS = 2_500;

export interface PostgresChannelParts {
  /** Opens a connection of its own. */
  readonly connect: () => Promise<Client>;
  readonly name: string;
  /** Called with each payload. What is told while the line is down is lost: read again what matters on `reopened`. */
  readonly heard: (payload: string) => void | Promise<void>;
  /** Called where `heard` did not come to its end. Left out where that does not matter. */
  readonly failed?: (reason: unknown) => void;
  /** Called each time the line stands. */
  readonly opened?: () => void;
  /** Called each time it stands again after a break. */
  readonly reopened?: () => void;
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

  constructor(parts: PostgresChannelParts) {
    this.#parts = parts;
  }

  async open(): Promise<void> {
    const { connect, name, heard, failed, opened, lost: tellLost } = this.#parts;
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
      if (payload) heard(payload)?.catch((reason: unknown) => failed?.(reason));
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

  /** One at a time: what is sent on a dead line would keep it from counting as silent. */
  async #beat(client: Client): Promise<void> {
    if (this.#client !== client || this.#isBeating) return;
    this.#isBeating = true;
    await client.query('select 1').catch(() => undefined);
    this.#isBeating = false;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  async #reopen(): Promise<void> {
    await this.open();
    this.#parts.reopened?.();
  }

  #reopenSoon(): void {
    if (this.#isClosed) return;
    setTimeout(() => void this.#reopen().catch(() => this.#reopenSoon()), REOPEN_MS).unref();
  }
}
