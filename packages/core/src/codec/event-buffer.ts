import { grownFloats } from '../columns/columns.ts';
import type { CoreEvent } from '../vocabulary/events.ts';
import { HEADER_WORDS, lengthAt } from './event-words.ts';
import { EventWriter, readEvent } from './generated-events.ts';

const VERSION = 1;
const WORD_BYTES = 8;

/**
 * The events of one or more batches. The words of one command stand together, and `starts` tells where each command's begin.
 */
export class EventBuffer extends EventWriter {
  private starts = new Float64Array(256);
  /** Commands whose events are in here. */
  commandCount = 0;

  /** Number of events. */
  get length(): number {
    return this.eventCount;
  }

  clear(): void {
    this.used = HEADER_WORDS;
    this.eventCount = 0;
    this.commandCount = 0;
  }

  /** What follows belongs to the next command. */
  beginCommand(): void {
    if (this.commandCount === this.starts.length) this.starts = grownFloats(this.starts, this.commandCount * 2);
    this.starts[this.commandCount++] = this.used;
  }

  forEach(visit: (commandIndex: number, event: CoreEvent) => void): void {
    for (let command = 0; command < this.commandCount; command++)
      for (const event of this.eventsOf(command)) visit(command, event);
  }

  /** The events of the command with this index, counted from the last clear. */
  eventsOf(commandIndex: number): CoreEvent[] {
    if (!(commandIndex >= 0 && commandIndex < this.commandCount)) throw new RangeError('no such command in the buffer');
    const end = commandIndex + 1 < this.commandCount ? this.starts[commandIndex + 1] : this.used;
    const events: CoreEvent[] = [];
    for (let at = this.starts[commandIndex]; at < end; at += lengthAt(this.words, at))
      events.push(readEvent(this.words, at));
    return events;
  }

  /** A copy whose buffer may be transferred to another thread. */
  toBytes(): Uint8Array {
    const all = new Float64Array(this.used + this.commandCount);
    all.set(this.words.subarray(0, this.used));
    all.set(this.starts.subarray(0, this.commandCount), this.used);
    all.set([VERSION, this.used, this.commandCount, this.eventCount]);
    return new Uint8Array(all.buffer);
  }

  /** Throws RangeError where the bytes are of an unknown version or damaged. */
  static fromBytes(bytes: Uint8Array): EventBuffer {
    if (bytes.length < HEADER_WORDS * WORD_BYTES || bytes.length % WORD_BYTES !== 0)
      throw new RangeError('damaged events');
    const aligned = bytes.byteOffset % WORD_BYTES === 0 ? bytes : bytes.slice();
    const all = new Float64Array(aligned.buffer, aligned.byteOffset, aligned.length / WORD_BYTES);
    const [version, used, commandCount, eventCount] = all;
    if (version !== VERSION) throw new RangeError('events of an unknown version');
    if (used + commandCount !== all.length) throw new RangeError('damaged events: their length is wrong');
    const buffer = new EventBuffer();
    buffer.words = all.slice(0, used);
    buffer.used = used;
    buffer.starts = all.slice(used);
    buffer.commandCount = commandCount;
    buffer.eventCount = eventCount;
    return buffer;
  }
}
