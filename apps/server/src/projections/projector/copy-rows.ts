import type pg from 'pg';
import type { Value } from './bulk-rows.ts';

export type CopyType = 'bigint' | 'integer' | 'text' | 'boolean' | 'bytea';
type CopyValue = Value | Uint8Array;

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const TRAILER_BYTES = 2;
const END_OF_ROWS = -1;
const NULL_LENGTH = -1;
const FIRST_CAPACITY = 1 << 16;
const TWO_TO_32 = 2 ** 32;

/**
 * New rows of one table in the binary format of Postgres' COPY ('File Formats' in its manual), encoded as they are
 * added. Compared with an INSERT of arrays, this halves the work of both client and server.
 */
export class CopyRows<Column extends string> {
  readonly #statement: string;
  readonly #types: readonly CopyType[];
  readonly #words = new Map<string, Buffer>();
  #bytes = Buffer.alloc(0);
  #view = new DataView(this.#bytes.buffer);
  #used = 0;

  constructor(table: string, columns: Readonly<Record<Column, CopyType>>) {
    this.#statement = `copy ${table} (${Object.keys(columns)}) from stdin (format binary)`;
    this.#types = Object.values(columns);
  }

  /** Adds a row, whose values are in the order of the columns. */
  add(...row: readonly CopyValue[]): void {
    if (this.#used === 0) this.#begin();
    this.#int16(row.length);
    for (let i = 0; i < row.length; i += 1) this.#value(this.#types[i] as CopyType, row[i] as CopyValue);
  }

  /** Writes the rows, and empties the buffer. */
  async flush(client: pg.ClientBase): Promise<void> {
    if (this.#used === 0) return;
    this.#int16(END_OF_ROWS);
    const bytes = this.#bytes.subarray(0, this.#used);
    this.#used = 0;
    await new Promise<void>((resolve, reject) => client.query(new CopyIn(this.#statement, bytes, resolve, reject)));
  }

  #begin(): void {
    // The sent bytes may still be in transit, so their memory is not reused.
    this.#bytes = Buffer.allocUnsafeSlow(FIRST_CAPACITY);
    this.#view = new DataView(this.#bytes.buffer);
    this.#used = SIGNATURE.copy(this.#bytes);
  }

  #value(type: CopyType, value: CopyValue): void {
    if (value === null) {
      this.#int32(NULL_LENGTH);
    } else if (type === 'bigint') {
      this.#int32(8);
      this.#int32(Math.floor((value as number) / TWO_TO_32));
      this.#int32((value as number) >>> 0);
    } else if (type === 'integer') {
      this.#int32(4);
      this.#int32(value as number);
    } else if (type === 'boolean') {
      this.#int32(1);
      this.#reserve(1);
      this.#view.setUint8(this.#used++, value === true ? 1 : 0);
    } else if (type === 'bytea') {
      this.#bytesOf(value as Uint8Array);
    } else {
      this.#word(value as string);
    }
  }

  /** Encodes a text, and caches the result, because text columns have few distinct values. */
  #word(text: string): void {
    let bytes = this.#words.get(text);
    if (bytes === undefined) {
      bytes = Buffer.from(text);
      this.#words.set(text, bytes);
    }
    this.#bytesOf(bytes);
  }

  #bytesOf(bytes: Uint8Array): void {
    this.#int32(bytes.length);
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  #int16(value: number): void {
    this.#reserve(2);
    this.#view.setInt16(this.#used, value);
    this.#used += 2;
  }

  #int32(value: number): void {
    this.#reserve(4);
    this.#view.setInt32(this.#used, value);
    this.#used += 4;
  }

  #reserve(more: number): void {
    if (this.#used + more + TRAILER_BYTES <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(2 * this.#bytes.length + more);
    grown.set(this.#bytes.subarray(0, this.#used));
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}

/** The part of pg's connection that its types omit. */
interface CopyConnection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** One COPY for pg's query queue, which calls these methods as the server responds. */
class CopyIn implements pg.Submittable {
  readonly #statement: string;
  readonly #bytes: Buffer;
  readonly #resolve: () => void;
  readonly #reject: (error: Error) => void;

  constructor(statement: string, bytes: Buffer, resolve: () => void, reject: (error: Error) => void) {
    this.#statement = statement;
    this.#bytes = bytes;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#statement);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFromChunk(this.#bytes);
    connection.endCopyFrom();
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#resolve();
  }

  handleError(error: Error): void {
    this.#reject(error);
  }
}
