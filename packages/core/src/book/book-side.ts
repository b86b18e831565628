import { grownFloats } from '../columns/columns.ts';
import type { KeyedHash } from '../columns/hash-key.ts';
import { IntMap } from '../columns/int-map.ts';
import type { Levels } from './levels.ts';

const BLOCK = 256;
const SPARSE = 64;

class Block {
  readonly keys = new Float64Array(BLOCK);
  readonly levels = new Int32Array(BLOCK);
  count = 0;

  /** Index of the first key that is not below this one. */
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

  insert(at: number, key: number, level: number): void {
    const { keys, levels } = this;
    for (let i = this.count; i > at; i--) {
      keys[i] = keys[i - 1];
      levels[i] = levels[i - 1];
    }
    keys[at] = key;
    levels[at] = level;
    this.count++;
  }

  removeAt(at: number): void {
    const { keys, levels } = this;
    const last = --this.count;
    for (let i = at; i < last; i++) {
      keys[i] = keys[i + 1];
      levels[i] = levels[i + 1];
    }
  }
}

/**
 * The levels of one side of a book, in sorted blocks of at most 256 levels, with the best level at the very end. So
 * changes near the best level move little, and a book spread over a hundred thousand prices stays fast. `sign` is 1 if
 * the highest price is the best, -1 if the lowest is.
 */
export class BookSide {
  private readonly sign: 1 | -1;
  private readonly levels: Levels;
  private readonly blocks: Block[] = [];
  /** Level by price: most orders join an existing level and need no search. */
  private readonly byPrice: IntMap;
  /** The first key of each block. They are contiguous, so that the search for a block touches few cache lines. */
  private firstKeys = new Float64Array(16);
  levelCount = 0;

  constructor(sign: 1 | -1, levels: Levels, hashing: KeyedHash) {
    this.byPrice = new IntMap(hashing);
    this.sign = sign;
    this.levels = levels;
  }

  /** The best level, or -1 on an empty side. */
  best(): number {
    const { blocks } = this;
    if (blocks.length === 0) return -1;
    const block = blocks[blocks.length - 1];
    return block.levels[block.count - 1];
  }

  /** The level of this price, or -1. */
  find(price: number): number {
    return this.byPrice.get(price);
  }

  /** Prefetches the memory at which the search for this price begins. */
  touch(price: number): number {
    return this.byPrice.touchOne(price);
  }

  /** The level of this price, which is created if there is none. */
  ensure(price: number): number {
    const found = this.byPrice.get(price);
    return found >= 0 ? found : this.add(price);
  }

  private add(price: number): number {
    const key = price * this.sign;
    const { blocks } = this;
    if (blocks.length === 0) this.insertBlock(0, new Block());
    let at = this.blockOf(key);
    let block = blocks[at];
    let index = block.search(key);
    if (block.count === BLOCK) {
      this.split(at);
      if (index > BLOCK / 2) {
        at++;
        index -= BLOCK / 2;
      }
      block = blocks[at];
    }
    const level = this.levels.add(price);
    block.insert(index, key, level);
    if (index === 0) this.firstKeys[at] = key;
    this.byPrice.insert(price, level);
    this.levelCount++;
    return level;
  }

  /** Removes an empty level and frees its slot. */
  remove(level: number): void {
    const key = this.levels.price[level] * this.sign;
    const at = this.blockOf(key);
    const block = this.blocks[at];
    const index = block.search(key);
    if (block.levels[index] !== level || block.keys[index] !== key) throw new Error('a level is not where it belongs');
    block.removeAt(index);
    if (index === 0) this.firstKeys[at] = block.keys[0];
    this.byPrice.delete(this.levels.price[level]);
    this.levelCount--;
    this.levels.remove(level);
    if (block.count < SPARSE) this.thin(at);
  }

  /** Level slots from best to worst. */
  toArray(limit = Number.POSITIVE_INFINITY): number[] {
    const slots: number[] = [];
    for (let b = this.blocks.length - 1; b >= 0; b--) {
      const { levels, count } = this.blocks[b];
      for (let i = count - 1; i >= 0; i--) {
        if (slots.length >= limit) return slots;
        slots.push(levels[i]);
      }
    }
    return slots;
  }

  /** The level after this one in the order from best to worst, or -1. */
  worse(level: number): number {
    const at = this.blockOf(this.levels.price[level] * this.sign);
    const index = this.blocks[at].search(this.levels.price[level] * this.sign) - 1;
    if (index >= 0) return this.blocks[at].levels[index];
    if (at === 0) return -1;
    const previous = this.blocks[at - 1];
    return previous.levels[previous.count - 1];
  }

  /** Fills an empty side with levels that are given from best to worst. */
  restore(slots: Int32Array): void {
    for (let i = slots.length - 1; i >= 0; i--) {
      let block = this.blocks[this.blocks.length - 1];
      if (block === undefined || block.count >= BLOCK - SPARSE) {
        block = new Block();
        this.insertBlock(this.blocks.length, block);
        this.firstKeys[this.blocks.length - 1] = this.levels.price[slots[i]] * this.sign;
      }
      block.insert(block.count, this.levels.price[slots[i]] * this.sign, slots[i]);
      this.byPrice.insert(this.levels.price[slots[i]], slots[i]);
      this.levelCount++;
    }
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
    upper.levels.set(block.levels.subarray(BLOCK / 2));
    upper.count = BLOCK / 2;
    block.count = BLOCK / 2;
    this.insertBlock(at + 1, upper);
  }

  /** Merges a block that has few levels into the one below it, or removes it if it is empty. */
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
    below.levels.set(block.levels.subarray(0, block.count), below.count);
    below.count += block.count;
    this.removeBlock(at);
  }
}
