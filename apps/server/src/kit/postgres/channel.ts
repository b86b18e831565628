import type { ChannelConnection } from './shared-connection.ts';

const AGAIN_MS = 500;
/**
 * The interval between the queries that check the connection: well below the time for which a connection may be silent.
 */
const BEAT_MS = 2_500;

export interface PostgresChannelParts {
  readonly connect: () => Promise<ChannelConnection>;
  readonly name: string;
  /**
   * Called with each payload. Notifications sent while the connection is down are lost; `catchUp` must re-read the data
   * that they are about.
   */
  readonly received: (payload: string) => void | Promise<void>;
  /** Called if `received` failed. */
  readonly failed?: (reason: unknown) => void;
  /** Called each time the connection is established. */
  readonly opened?: () => void;
  /**
   * Re-reads the data that notifications are about: after each reconnection and after each failed `received`, until it
   * succeeds.
   */
  readonly catchUp?: () => Promise<void>;
  /** Called each time the connection breaks. */
  readonly lost?: () => void;
}

/**
 * Receives the messages that any server sends with Postgres' NOTIFY, and reconnects whenever the connection breaks. It
 * sends a query at intervals, because otherwise a connection that has died silently would look like one without
 * notifications.
 */
export class PostgresChannel {
  readonly #parts: PostgresChannelParts;
  #client: ChannelConnection | undefined;
  #isClosed = false;
  #isBeating = false;
  #catchingUp: NodeJS.Timeout | undefined;

  constructor(parts: PostgresChannelParts) {
    this.#parts = parts;
  }

  async open(): Promise<void> {
    const { connect, name, opened, lost: notifyLost } = this.#parts;
    const client = await connect();
    const beat = setInterval(() => void this.#beat(client), BEAT_MS).unref();
    const lost = () => {
      clearInterval(beat);
      if (this.#client !== client) return;
      this.#client = undefined;
      notifyLost?.();
      this.#reopenSoon();
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ channel, payload }) => {
      if (channel === name && payload) this.#hear(payload);
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
    const { received, failed } = this.#parts;
    received(payload)?.catch((reason: unknown) => {
      failed?.(reason);
      this.#catchUpSoon();
    });
  }

  /** Sends one query at a time: further queries on a dead connection would keep it from being detected as silent. */
  async #beat(client: ChannelConnection): Promise<void> {
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

  /** Schedules a catch-up, unless one is already scheduled. */
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
