import { randomInt } from 'node:crypto';
import type { StructureReason } from '@vitrine/contract';

/** The maximum nesting depth, which no body or message of the contract reaches. */
const MOST_DEPTH = 32;
/** The largest `mostSigns` that callers may pass. */
export const MOST_SIGNS = 4_096;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * The multiplier of the hash, which is random in each process so that no client can choose names whose hashes collide.
 */
const MULTIPLIER = randomInt(1 << 24, 1 << 30) * 2 + 1;

/** The names in all open objects, in order: their hashes, and their positions in the text. */
const hashes = new Int32Array(MOST_SIGNS);
const starts = new Int32Array(MOST_SIGNS);
const ends = new Int32Array(MOST_SIGNS);
/** For each depth, the index of the first name of the object that is open at that depth, or LIST for a list. */
const firstNames = new Int32Array(MOST_DEPTH + 1);
const LIST = -1;

/**
 * Why JSON must not be parsed: it is nested more than 32 deep, has more than `mostSigns` of the characters `{ [ , :`
 * outside strings, has a name with an escape, or repeats a name in an object. Undefined if it may be parsed. Makes one
 * pass over the text without allocating. Invalid JSON is left to the parser, which stops at the first fault and so
 * builds no more than was counted here.
 */
export function structureFault(text: string, mostSigns: number): StructureReason | undefined {
  const { length } = text;
  let signs = 0;
  let depth = 0;
  let names = 0;
  let isName = false;
  firstNames[0] = LIST;
  for (let at = 0; at < length; at += 1) {
    const sign = text.charCodeAt(at);
    switch (sign) {
      case QUOTE: {
        const end = isName ? endOfName(text, at + 1, names) : endOfString(text, at + 1);
        if (end === ESCAPED) return 'name_escaped';
        if (isName) {
          if (isKnown(text, firstNames[depth] as number, names)) return 'field_repeated';
          names += 1;
          isName = false;
        }
        at = end;
        break;
      }
      case OPEN_OBJECT:
      case OPEN_LIST:
        signs += 1;
        depth += 1;
        if (depth > MOST_DEPTH) return 'nested_too_deeply';
        isName = sign === OPEN_OBJECT;
        firstNames[depth] = isName ? names : LIST;
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        if (depth > 0) {
          const first = firstNames[depth] as number;
          if (first !== LIST) names = first;
          depth -= 1;
        }
        isName = false;
        break;
      case COMMA:
        signs += 1;
        isName = firstNames[depth] !== LIST;
        break;
      case COLON:
        signs += 1;
        break;
    }
    if (signs > mostSigns) return 'too_many_signs';
  }
  return undefined;
}

const ESCAPED = -1;

/** The position of a string's closing quote, or of the end of the text. */
function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) return at;
    if (sign === BACKSLASH) at += 1;
  }
  return text.length;
}

/**
 * Like `endOfString`, for a name, which is also recorded. A name with an escape is refused: it could hide a duplicate,
 * and no name needs one.
 */
function endOfName(text: string, from: number, index: number): number {
  let hash = 0;
  let at = from;
  for (; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) break;
    if (sign === BACKSLASH) return ESCAPED;
    hash = (Math.imul(hash, MULTIPLIER) + sign) | 0;
  }
  hashes[index] = hash;
  starts[index] = from;
  ends[index] = at;
  return at;
}

/** Whether the name at `index` equals one of the names before it, of which the first is at `first`. */
function isKnown(text: string, first: number, index: number): boolean {
  const hash = hashes[index];
  for (let other = first; other < index; other += 1) {
    if (hashes[other] === hash && isSame(text, other, index)) return true;
  }
  return false;
}

function isSame(text: string, one: number, other: number): boolean {
  const start = starts[one] as number;
  const shift = (starts[other] as number) - start;
  const length = (ends[one] as number) - start;
  if ((ends[other] as number) - (starts[other] as number) !== length) return false;
  for (let at = start; at < start + length; at += 1) {
    if (text.charCodeAt(at) !== text.charCodeAt(at + shift)) return false;
  }
  return true;
}
