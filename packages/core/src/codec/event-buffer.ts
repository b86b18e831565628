import { grownFloats } from '../columns/columns.ts';
import type { CoreEvent } from '../vocabulary/events.ts';
import { HEADER_WORDS, isAnswerAt, lengthAt } from './event-words.ts';
import { EventWriter, readEvent } from './generated-events.ts';

const VERSION = 1;
const WORD_BYTES = 8;

/**
 * The events of one or more batches. The words of one command's events are contiguous, and `starts` has the index of
 * each command's first word.
 */
export class EventBuffer extends EventWriter {
  private starts: Float64Array<ArrayBuffer>;
  /** Number of commands whose events are in this buffer. */
  commandCount = 0;

  constructor(words?: Float64Array<ArrayBuffer>, starts = new Float64Array(256)) {
    super(words);
    this.starts = starts;
  }

  /** Number of events. */
  get length(): number {
    return this.eventCount;
  }

  clear(): void {
    this.used = HEADER_WORDS;
    this.eventCount = 0;
    this.commandCount = 0;
  }

  /** From now on, appended events belong to the next command. */
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
    const end = this.endOf(commandIndex);
    const events: CoreEvent[] = [];
    for (let at = this.startOf(commandIndex); at < end; at += lengthAt(this.words, at))
      events.push(readEvent(this.words, at));
    return events;
  }

  /** Whether the command was accepted: neither refused nor a duplicate of an earlier one. */
  wasAccepted(commandIndex: number): boolean {
    const at = this.startOf(commandIndex);
    return at === this.endOf(commandIndex) || !isAnswerAt(this.words, at);
  }

  private startOf(commandIndex: number): number {
    if (!(commandIndex >= 0 && commandIndex < this.commandCount))
      throw new RangeError(`the buffer has no command ${commandIndex}`);
    return this.starts[commandIndex];
  }

  private endOf(commandIndex: number): number {
    return commandIndex + 1 < this.commandCount ? this.starts[commandIndex + 1] : this.used;
  }

  /** A copy of the current events. */
  copy(): EventBuffer {
    const { words, starts, used, commandCount, eventCount } = this;
    return EventBuffer.of(words.slice(0, used), starts.slice(0, commandCount), eventCount);
  }

  /** A copy whose buffer may be transferred to another thread. */
  toBytes(): Uint8Array {
    const all = new Float64Array(this.used + this.commandCount);
    all.set(this.words.subarray(0, this.used));
    all.set(this.starts.subarray(0, this.commandCount), this.used);
    all.set([VERSION, this.used, this.commandCount, this.eventCount]);
    return new Uint8Array(all.buffer);
  }

  /**
   * The events that these bytes encode. Throws RangeError if the version of the bytes is unknown, or if they are
   * damaged.
   */
  static fromBytes(bytes: Uint8Array): EventBuffer {
    if (bytes.length < HEADER_WORDS * WORD_BYTES || bytes.length % WORD_BYTES !== 0)
      throw new RangeError(
        `damaged events: the length of ${bytes.length} bytes is too short or not a multiple of ${WORD_BYTES}`,
      );
    const aligned = bytes.byteOffset % WORD_BYTES === 0 ? bytes : bytes.slice();
    const all = new Float64Array(aligned.buffer, aligned.byteOffset, aligned.length / WORD_BYTES);
    const [version, used, commandCount, eventCount] = all;
    if (version !== VERSION) throw new RangeError(`the events have the unknown version ${version}`);
    if (used + commandCount !== all.length)
      throw new RangeError(`damaged events: they should have ${used + commandCount} words, but have ${all.length}`);
    return EventBuffer.of(all.slice(0, used), all.slice(used), eventCount);
  }

  private static of(
    words: Float64Array<ArrayBuffer>,
    starts: Float64Array<ArrayBuffer>,
    eventCount: number,
  ): EventBuffer {
    const buffer = new EventBuffer(words, starts);
    buffer.used = words.length;
    buffer.commandCount = starts.length;
    buffer.eventCount = eventCount;
    return buffer;
  }
}
