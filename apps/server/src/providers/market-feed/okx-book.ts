import { crc32 } from 'node:zlib';

/** Levels on each side of a book that the source follows. */
const MAX_LEVELS = 400;
/** The checksum covers this many levels of each side. */
const CHECKED_LEVELS = 25;
const decimal = /^\d{1,18}(\.\d{1,18})?$/;

/** A level as it was sent, because the checksum is over the sent text. */
interface Level {
  readonly price: number;
  readonly text: string;
  readonly size: string;
}

/** The changed levels of one message; a size of zero removes a level. */
export interface BookChange {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** Rows of [price, size, …]; undefined if they are malformed. */
export function readLevels(rows: unknown): readonly Level[] | undefined {
  if (!Array.isArray(rows) || rows.length > 2 * MAX_LEVELS) return undefined;
  const levels = rows.map((row) => readLevel(row));
  return levels.includes(undefined) ? undefined : (levels as Level[]);
}

function readLevel(row: unknown): Level | undefined {
  const [text, size]: unknown[] = Array.isArray(row) ? row : [];
  if (typeof text !== 'string' || typeof size !== 'string') return undefined;
  if (!decimal.test(text) || !decimal.test(size)) return undefined;
  return { price: Number(text), text, size };
}

/** One market's book, best level first on each side. */
export class OkxBook {
  readonly #bids: Level[] = [];
  readonly #asks: Level[] = [];

  apply({ bids, asks }: BookChange): void {
    for (const level of bids) change(this.#bids, level, -1);
    for (const level of asks) change(this.#asks, level, 1);
  }

  get bid(): number | undefined {
    return this.#bids[0]?.price;
  }

  get ask(): number | undefined {
    return this.#asks[0]?.price;
  }

  /** CRC-32, signed, over `price:size` of the best bid, the best ask, the second bid, and so on. */
  checksum(): number {
    const texts: string[] = [];
    for (let i = 0; i < CHECKED_LEVELS; i += 1)
      for (const level of [this.#bids[i], this.#asks[i]])
        if (level !== undefined) texts.push(`${level.text}:${level.size}`);
    return crc32(texts.join(':')) | 0;
  }
}

/** `direction` is 1 if lower prices come first, otherwise -1. */
function change(side: Level[], level: Level, direction: 1 | -1): void {
  let [low, high] = [0, side.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (((side[middle] as Level).price - level.price) * direction < 0) low = middle + 1;
    else high = middle;
  }
  const found = side[low]?.price === level.price ? 1 : 0;
  if (Number(level.size) === 0) side.splice(low, found);
  else side.splice(low, found, level);
  if (side.length > MAX_LEVELS) side.pop();
}
