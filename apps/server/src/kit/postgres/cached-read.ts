import { PostgresChannel } from './channel.ts';
import type { ChannelConnection } from './shared-connection.ts';

export interface CachedReadParts<T> {
  /** Opens the connection of the channel. */
  readonly connect: () => Promise<ChannelConnection>;
  /** The channel on which every server announces its changes. */
  readonly channel: string;
  readonly read: () => Promise<T>;
  /** The value before the first read. */
  readonly first: T;
}

/** Data of the database cached in memory; reread whenever any server changes it. */
export class CachedRead<T> {
  readonly #read: () => Promise<T>;
  readonly #channel: PostgresChannel;
  #value: T;
  /** The number of reads begun and, in `#stored`, the number of the newest read whose result is in memory. */
  #begun = 0;
  #stored = 0;

  constructor({ connect, channel, read, first }: CachedReadParts<T>) {
    this.#read = read;
    this.#value = first;
    const refresh = () => this.refresh();
    this.#channel = new PostgresChannel({ connect, name: channel, received: refresh, catchUp: refresh });
  }

  async open(): Promise<void> {
    await this.#channel.open();
    await this.refresh();
  }

  close(): Promise<void> {
    return this.#channel.close();
  }

  get value(): T {
    return this.#value;
  }

  /**
   * Reads the data again. Afterwards the value contains every change that was committed before the call. An older read
   * that ends later does not replace a newer one.
   */
  async refresh(): Promise<void> {
    this.#begun += 1;
    const number = this.#begun;
    const value = await this.#read();
    if (number > this.#stored) [this.#stored, this.#value] = [number, value];
  }
}
