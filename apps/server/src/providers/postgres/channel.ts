import type { Client } from 'pg';

const REOPEN_MS = 500;

export interface PostgresChannelParts {
  /** Opens a connection of its own. */
  readonly connect: () => Promise<Client>;
  readonly name: string;
  /** Called with each payload. What is told while the line is down is lost: read again what matters on `opened`. */
  readonly heard: (payload: string) => void | Promise<void>;
  /** Called where `heard` did not come to its end. Left out where that does not matter. */
  readonly failed?: (reason: unknown) => void;
  /** Called each time the line stands. */
  readonly opened?: () => void;
  /** Called each time it breaks. */
  readonly lost?: () => void;
}

/** Hears what any server tells through Postgres' NOTIFY, and takes the line up again whenever it breaks. */
export class PostgresChannel {
  readonly #parts: PostgresChannelParts;
  #client: Client | undefined;
  #isClosed = false;

  constructor(parts: PostgresChannelParts) {
    this.#parts = parts;
  }

  async open(): Promise<void> {
    const { connect, name, heard, failed, opened, lost: tellLost } = this.#parts;
    const client = await connect();
    const lost = () => {
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
    await client.query(`listen "${name}"`);
    if (this.#isClosed) return client.end();
    this.#client = client;
    opened?.();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  #reopenSoon(): void {
    if (this.#isClosed) return;
    setTimeout(() => void this.open().catch(() => this.#reopenSoon()), REOPEN_MS).unref();
  }
}
