import type { Command } from '../commands/all.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { readCommand, writeCommand } from './command-bytes.ts';
import { CommandFields, toCommand } from './generated-commands.ts';

const VERSION = 1;
const HEADER_BYTES = 5;

/** A scratch object into which commands are read merely to validate them. */
const unused = new CommandFields();

/**
 * Commands as they are stored in the log: a version byte, the number of commands (32 bits, little-endian), then each
 * command as its code, its fields in seven-bit groups and, last, its reference.
 */
export class CommandBatch {
  private readonly writer = new ByteWriter();
  length = 0;

  constructor() {
    this.clear();
  }

  /**
   * Adds a command. Throws UnencodableValue, and adds nothing, if Core.check would call the command malformed or out of
   * range.
   */
  push(command: Command): void {
    writeCommand(this.writer, command);
    this.length++;
  }

  clear(): void {
    this.writer.truncate(0);
    this.writer.byte(VERSION);
    this.writer.word(0);
    this.length = 0;
  }

  /** A copy of the bytes. */
  toBytes(): Uint8Array {
    return this.view().slice();
  }

  /** The bytes themselves, not a copy; valid until the next push or clear. */
  view(): Uint8Array {
    this.writer.setWord(1, this.length);
    return this.writer.view();
  }

  /**
   * The batch that these bytes encode. Throws RangeError if the version of the bytes is unknown, or if they are
   * damaged.
   */
  static fromBytes(bytes: Uint8Array): CommandBatch {
    const batch = CommandBatch.fromVerified(bytes);
    const reader = commandReader(bytes);
    for (let i = 0; i < batch.length; i++) readCommand(unused, reader);
    if (reader.position !== bytes.length)
      throw new RangeError(`damaged batch: its commands end at byte ${reader.position} of ${bytes.length}`);
    return batch;
  }

  /**
   * Wraps bytes whose checksum has been verified. The commands are not decoded here, so an unknown encoding is noticed
   * only when they are applied.
   */
  static fromVerified(bytes: Uint8Array): CommandBatch {
    const batch = new CommandBatch();
    commandReader(bytes);
    batch.length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(1, true);
    batch.writer.append(bytes.subarray(HEADER_BYTES));
    return batch;
  }

  /** The commands as objects, for tools and tests; the core reads only the bytes. */
  commands(): Command[] {
    const reader = commandReader(this.view());
    const fields = new CommandFields();
    return Array.from({ length: this.length }, () => {
      readCommand(fields, reader);
      return toCommand(fields);
    });
  }
}

/** A reader positioned at the first command. */
export const commandReader = (bytes: Uint8Array): ByteReader => {
  if (bytes.length < HEADER_BYTES || bytes[0] !== VERSION)
    throw new RangeError(`the batch is too short or has an unknown version (${bytes[0]})`);
  const reader = new ByteReader(bytes);
  reader.position = HEADER_BYTES;
  return reader;
};
