import type { CommandFields } from '../codec/generated-commands.ts';
import { type Columns, intsOf } from '../columns/columns.ts';
import type { KeyedHash } from '../columns/hash-key.ts';
import { ReferenceTable } from './reference-table.ts';

const PAGE_BITS = 14;
const PAGE = 1 << PAGE_BITS;
/**
 * The number of 32-bit words in one entry: four for the reference, two each for content, position, result and time.
 */
const WORDS = 12;
const POSITION = 6;
const RESULT = 8;
const TIME = 10;
const HIGH = 2 ** 32;
/** Entry numbers wrap around to 0 after this number, so that they never run out. */
const LAST_ENTRY = 2 ** 30 - 1;

/**
 * References of accepted commands, each with its position, result and content hash, oldest first. Entries are stored in
 * pages and found through a hash table. When the table is full, each addition moves a few of its entries to a larger
 * one, so that no single addition has to move all of them.
 */
export class References {
  private readonly hashing: KeyedHash;
  private readonly pages: (Int32Array<ArrayBuffer> | undefined)[] = [];
  /** A page whose entries have all been dropped, which will be reused as the next page. */
  private spare: Int32Array<ArrayBuffer> | undefined;
  private table = ReferenceTable.for(0);
  /** The previous table while its entries are being moved. Entries that have been moved or dropped stay in it. */
  private older: ReferenceTable | undefined;
  /** The table that replaces a nearly full one. */
  private larger: ReferenceTable | undefined;
  /** Number of the oldest stored entry, and of the next one. */
  first = 0;
  next = 0;

  constructor(hashing: KeyedHash) {
    this.hashing = hashing;
  }

  get count(): number {
    return (this.next - this.first) & LAST_ENTRY;
  }

  /** The entry of a command's reference, or -1. */
  find(c: CommandFields): number {
    const tag = this.tagOf(c);
    const entry = this.findIn(this.table, tag, c);
    return entry >= 0 || this.older === undefined ? entry : this.findIn(this.older, tag, c);
  }

  private findIn({ pairs, shift }: ReferenceTable, tag: number, c: CommandFields): number {
    const mask = pairs.length - 1;
    for (let at = (tag >>> shift) * 2; ; at = (at + 2) & mask) {
      const entry = pairs[at + 1] - 1;
      if (entry < 0) return -1;
      if (pairs[at] === tag && this.isKept(entry) && this.hasWords(entry, c)) return entry;
    }
  }

  /** The hash that determines a reference's place in the tables and distinguishes it from most others. */
  tagOf(c: CommandFields): number {
    return this.hashing.ofWords(c.word0, c.word1);
  }

  /** Prefetches the memory at which the searches for these tags begin. */
  touch(tags: Int32Array, count: number): number {
    const { table, older } = this;
    return older === undefined ? table.touch(tags, count) : table.touch(tags, count) ^ older.touch(tags, count);
  }

  isKept(entry: number): boolean {
    return ((entry - this.first) & LAST_ENTRY) < this.count;
  }

  private hasWords(entry: number, c: CommandFields): boolean {
    const page = this.pageOf(entry);
    const at = (entry & (PAGE - 1)) * WORDS;
    return page[at] === c.word0 && page[at + 1] === c.word1 && page[at + 2] === c.word2 && page[at + 3] === c.word3;
  }

  add(c: CommandFields, position: number, result: number, timeMs: number): void {
    const page = this.pageOfNext();
    const at = (this.next & (PAGE - 1)) * WORDS;
    page[at] = c.word0;
    page[at + 1] = c.word1;
    page[at + 2] = c.word2;
    page[at + 3] = c.word3;
    page[at + 4] = c.contentHigh;
    page[at + 5] = c.contentLow;
    setWide(page, at + POSITION, position);
    setWide(page, at + RESULT, result);
    setWide(page, at + TIME, timeMs);
    this.number(c.word0, c.word1);
  }

  /** Assigns the next number to the entry that was just written, and adds it to the table. */
  private number(word0: number, word1: number): void {
    if (this.count === LAST_ENTRY) throw new Error('the table of references is full');
    this.table.insert(this.hashing.ofWords(word0, word1), this.next);
    this.next = (this.next + 1) & LAST_ENTRY;
    if (this.older !== undefined) {
      if (this.older.moveSome(this.table, this)) this.older = undefined;
    } else if (this.table.isNearlyFull) {
      this.larger ??= new ReferenceTable(2 * this.table.capacity);
      this.larger.prepareSome();
      if (!this.table.isFull) return;
      this.older = this.table;
      this.table = this.larger;
      this.larger = undefined;
    }
  }

  /** Makes room for this many entries in advance, so that no memory needs to be allocated when they are added. */
  reserve(entries: number): void {
    const larger = ReferenceTable.for(entries);
    if (larger.capacity <= this.table.capacity) return;
    larger.pairs.fill(0);
    this.forEach((entry) => {
      larger.insert(this.hashing.ofWords(this.word(entry, 0) | 0, this.word(entry, 1) | 0), entry);
    });
    this.table = larger;
    this.older = undefined;
    this.larger = undefined;
  }

  private pageOfNext(): Int32Array {
    const index = this.next >> PAGE_BITS;
    let page = this.pages[index];
    if (page === undefined) {
      page = this.spare ?? new Int32Array(PAGE * WORDS);
      this.spare = undefined;
      this.pages[index] = page;
    }
    return page;
  }

  /** Drops the oldest entry. */
  dropFirst(): void {
    const entry = this.first;
    const page = this.pageOf(entry);
    const at = (entry & (PAGE - 1)) * WORDS;
    this.table.remove(this.hashing.ofWords(page[at], page[at + 1]), entry);
    this.first = (entry + 1) & LAST_ENTRY;
    if ((this.first & (PAGE - 1)) !== 0) return;
    this.spare = this.pages[entry >> PAGE_BITS];
    this.pages[entry >> PAGE_BITS] = undefined;
  }

  /** One of the entry's words, unsigned: 0 to 3 the reference, 4 and 5 the content. */
  word(entry: number, word: number): number {
    return this.pageOf(entry)[(entry & (PAGE - 1)) * WORDS + word] >>> 0;
  }

  positionOf(entry: number): number {
    return wide(this.pageOf(entry), (entry & (PAGE - 1)) * WORDS + POSITION);
  }

  resultOf(entry: number): number {
    return wide(this.pageOf(entry), (entry & (PAGE - 1)) * WORDS + RESULT);
  }

  timeOf(entry: number): number {
    return wide(this.pageOf(entry), (entry & (PAGE - 1)) * WORDS + TIME);
  }

  /** Visits the entries, oldest first. */
  forEach(visit: (entry: number) => void): void {
    for (let entry = this.first; entry !== this.next; entry = (entry + 1) & LAST_ENTRY) visit(entry);
  }

  hasContent(entry: number, c: CommandFields): boolean {
    const page = this.pageOf(entry);
    const at = (entry & (PAGE - 1)) * WORDS;
    return page[at + 4] === c.contentHigh && page[at + 5] === c.contentLow;
  }

  private pageOf(entry: number): Int32Array {
    const page = this.pages[entry >> PAGE_BITS];
    if (page === undefined) throw new Error('the reference is not stored');
    return page;
  }

  columns(): Columns {
    const rows = new Int32Array(this.count * WORDS);
    let filled = 0;
    while (filled < this.count) {
      const entry = (this.first + filled) & LAST_ENTRY;
      const from = entry & (PAGE - 1);
      const taken = Math.min(PAGE - from, this.count - filled);
      rows.set(this.pageOf(entry).subarray(from * WORDS, (from + taken) * WORDS), filled * WORDS);
      filled += taken;
    }
    return { rows };
  }

  restore(columns: Columns): void {
    const rows = intsOf(columns, 'rows');
    this.table = ReferenceTable.for(rows.length / WORDS);
    for (let at = 0; at < rows.length; at += WORDS) {
      this.pageOfNext().set(rows.subarray(at, at + WORDS), (this.next & (PAGE - 1)) * WORDS);
      this.number(rows[at], rows[at + 1]);
    }
  }
}

const wide = (page: Int32Array, at: number): number => (page[at] >>> 0) + page[at + 1] * HIGH;

const setWide = (page: Int32Array, at: number, value: number): void => {
  page[at] = value | 0;
  page[at + 1] = (value / HIGH) | 0;
};
