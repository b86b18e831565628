import { grownFloats, grownInts } from '../columns/columns.ts';
import type { KeyedHash } from '../columns/hash-key.ts';
import { IntMap } from '../columns/int-map.ts';
import type { Levels } from './levels.ts';

/** Pages per block. */
const BLOCK = 256;
const SPARSE = 64;
/** Prices per page: one for each bit of a word. */
const PAGE = 32;
const FIRST_PAGES = 16;

/** Pages in ascending order of their keys. */
class Block {
  readonly keys = new Float64Array(BLOCK);
  readonly pages = new Int32Array(BLOCK);
  count = 0;

  /** Index of the first key in the block that is not below the given key. */
  search(key: number): number {
    const { keys } = this;
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (keys[middle] < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  insert(at: number, key: number, page: number): void {
    const { keys, pages } = this;
    for (let i = this.count; i > at; i--) {
      keys[i] = keys[i - 1];
      pages[i] = pages[i - 1];
    }
    keys[at] = key;
    pages[at] = page;
    this.count++;
  }

  removeAt(at: number): void {
    const { keys, pages } = this;
    const last = --this.count;
    for (let i = at; i < last; i++) {
      keys[i] = keys[i + 1];
      pages[i] = pages[i + 1];
    }
  }
}

/**
 * The levels of one side. Each page of 32 neighboring prices has a level slot per price and a word whose bits say
 * which prices have a level: in a crowded book most levels come and go without moving anything. Pages are found by
 * their number in a map, and sorted in blocks of at most 256 pages, the best page at the very end, so that a book
 * spread over a hundred thousand pages stays fast. `sign` is 1 if the highest price is best, -1 if the lowest is.
 */
export class BookSide {
  private readonly sign: 1 | -1;
  private readonly levels: Levels;
  private readonly blocks: Block[] = [];
  /** Maps a page number to its page. */
  private readonly pageOf: IntMap;
  /** Level slot + 1 of each price of each page; 0 for none. */
  private slots = new Int32Array(FIRST_PAGES * PAGE);
  /**
   * For each page, one bit per price: set if the price has a level. In a free page, this is a link (page + 1) to the
   * next free page.
   */
  private bits = new Int32Array(FIRST_PAGES);
  private usedPages = 0;
  private freePage = 0;
  /** The first key of each block, in one array, so that the search for a block touches few cache lines. */
  private firstKeys = new Float64Array(16);
  private bestLevel = -1;
  levelCount = 0;

  constructor(sign: 1 | -1, levels: Levels, hashing: KeyedHash) {
    this.pageOf = new IntMap(hashing);
    this.sign = sign;
    this.levels = levels;
  }

  /** The best level, or -1 on an empty side. */
  best(): number {
    return this.bestLevel;
  }

  /** The level of this price, or -1. */
  find(price: number): number {
    const page = this.pageOf.get(pageNumber(price));
    return page < 0 ? -1 : this.slots[page * PAGE + (price & (PAGE - 1))] - 1;
  }

  /** Prefetches the memory at which the search for this price begins. */
  touch(price: number): number {
    return this.pageOf.touchOne(pageNumber(price));
  }

  /** The level of this price, which is created if there is none. */
  ensure(price: number): number {
    const page = this.ensurePage(pageNumber(price));
    const found = this.slots[page * PAGE + (price & (PAGE - 1))] - 1;
    if (found >= 0) return found;
    const level = this.levels.add(price);
    this.put(level, price, page);
    return level;
  }

  private put(level: number, price: number, page: number): void {
    const at = price & (PAGE - 1);
    this.slots[page * PAGE + at] = level + 1;
    this.bits[page] |= 1 << at;
    this.levelCount++;
    const { bestLevel, sign } = this;
    if (bestLevel < 0 || price * sign > this.levels.price[bestLevel] * sign) this.bestLevel = level;
  }

  /** Removes an empty level and frees its slot. */
  remove(level: number): void {
    const price = this.levels.price[level];
    const number = pageNumber(price);
    const page = this.pageOf.get(number);
    const at = price & (PAGE - 1);
    if (page < 0 || this.slots[page * PAGE + at] !== level + 1)
      throw new Error('the slot for this price does not point to the level');
    this.slots[page * PAGE + at] = 0;
    this.bits[page] &= ~(1 << at);
    this.levelCount--;
    if (this.bits[page] === 0) this.removePage(number, page);
    if (level === this.bestLevel) this.bestLevel = this.bestOfAll();
    this.levels.remove(level);
  }

  /** Level slots from best to worst. */
  toArray(limit = Number.POSITIVE_INFINITY): number[] {
    const found: number[] = [];
    for (let level = this.bestLevel; level >= 0 && found.length < limit; level = this.worse(level)) found.push(level);
    return found;
  }

  /** The next worse level of this side, or -1. */
  worse(level: number): number {
    const price = this.levels.price[level];
    const number = pageNumber(price);
    const page = this.pageOf.get(number);
    const left = worseBits(this.bits[page], price & (PAGE - 1), this.sign);
    if (left !== 0) return this.bestOf(page, left);
    const at = this.blockOf(number * this.sign);
    const index = this.blocks[at].search(number * this.sign) - 1;
    if (index >= 0) return this.bestOfPage(this.blocks[at].pages[index]);
    if (at === 0) return -1;
    const previous = this.blocks[at - 1];
    return this.bestOfPage(previous.pages[previous.count - 1]);
  }

  /** Fills an empty side with levels, passed from best to worst. */
  restore(slots: Int32Array): void {
    for (let i = slots.length - 1; i >= 0; i--) {
      const price = this.levels.price[slots[i]];
      this.put(slots[i], price, this.ensurePage(pageNumber(price)));
    }
  }

  private bestOfAll(): number {
    const { blocks } = this;
    if (blocks.length === 0) return -1;
    const last = blocks[blocks.length - 1];
    return this.bestOfPage(last.pages[last.count - 1]);
  }

  private bestOfPage(page: number): number {
    return this.bestOf(page, this.bits[page]);
  }

  /** The best level among the prices of a page whose bits are set in `bits`. */
  private bestOf(page: number, bits: number): number {
    const at = 31 - Math.clz32(this.sign === 1 ? bits : bits & -bits);
    return this.slots[page * PAGE + at] - 1;
  }

  private ensurePage(number: number): number {
    const found = this.pageOf.get(number);
    return found >= 0 ? found : this.addPage(number);
  }

  private addPage(number: number): number {
    let page = this.freePage - 1;
    if (page >= 0) {
      this.freePage = this.bits[page];
      this.bits[page] = 0;
    } else {
      if (this.usedPages === this.bits.length) this.grow();
      page = this.usedPages++;
    }
    this.pageOf.insert(number, page);
    this.sortIn(number * this.sign, page);
    return page;
  }

  private grow(): void {
    this.bits = grownInts(this.bits, 2 * this.usedPages);
    this.slots = grownInts(this.slots, 2 * this.usedPages * PAGE);
  }

  private sortIn(key: number, page: number): void {
    const { blocks } = this;
    if (blocks.length === 0) this.insertBlock(0, new Block());
    let at = this.blockOf(key);
    let index = blocks[at].search(key);
    if (blocks[at].count === BLOCK) {
      this.split(at);
      if (index > BLOCK / 2) {
        at++;
        index -= BLOCK / 2;
      }
    }
    blocks[at].insert(index, key, page);
    if (index === 0) this.firstKeys[at] = key;
  }

  /** Removes an empty page and frees it. */
  private removePage(number: number, page: number): void {
    const at = this.blockOf(number * this.sign);
    const block = this.blocks[at];
    const index = block.search(number * this.sign);
    if (block.pages[index] !== page) throw new Error('a page is in the wrong place');
    block.removeAt(index);
    if (index === 0) this.firstKeys[at] = block.keys[0];
    this.pageOf.delete(number);
    this.bits[page] = this.freePage;
    this.freePage = page + 1;
    if (block.count < SPARSE) this.thin(at);
  }

  /** Index of the block that a key belongs to: the last block that begins at or below the key. */
  private blockOf(key: number): number {
    const { firstKeys } = this;
    let low = 0;
    let high = this.blocks.length - 1;
    if (key >= firstKeys[high]) return high;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (firstKeys[middle] <= key) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  private insertBlock(at: number, block: Block): void {
    if (this.blocks.length === this.firstKeys.length)
      this.firstKeys = grownFloats(this.firstKeys, 2 * this.blocks.length);
    this.firstKeys.copyWithin(at + 1, at, this.blocks.length);
    this.firstKeys[at] = block.keys[0];
    this.blocks.splice(at, 0, block);
  }

  private removeBlock(at: number): void {
    this.blocks.splice(at, 1);
    this.firstKeys.copyWithin(at, at + 1, this.blocks.length + 1);
  }

  private split(at: number): void {
    const block = this.blocks[at];
    const upper = new Block();
    upper.keys.set(block.keys.subarray(BLOCK / 2));
    upper.pages.set(block.pages.subarray(BLOCK / 2));
    upper.count = BLOCK / 2;
    block.count = BLOCK / 2;
    this.insertBlock(at + 1, upper);
  }

  /**
   * Merges a block that has few pages into the block below it, if that has enough room, or removes the block if it is
   * empty.
   */
  private thin(at: number): void {
    const { blocks } = this;
    const block = blocks[at];
    if (block.count === 0) {
      this.removeBlock(at);
      return;
    }
    if (at === 0) return;
    const below = blocks[at - 1];
    if (below.count + block.count > BLOCK - SPARSE) return;
    below.keys.set(block.keys.subarray(0, block.count), below.count);
    below.pages.set(block.pages.subarray(0, block.count), below.count);
    below.count += block.count;
    this.removeBlock(at);
  }
}

/** Pages are numbered from 1, the lowest key that an IntMap can have. */
const pageNumber = (price: number): number => Math.floor(price / PAGE) + 1;

/** Those bits of a page whose prices are worse than the price at index `at`. */
const worseBits = (bits: number, at: number, sign: 1 | -1): number =>
  sign === 1 ? bits & ((1 << at) - 1) : bits & ~((2 << at) - 1);
