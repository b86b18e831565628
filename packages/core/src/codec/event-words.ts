import { grownFloats } from '../columns/columns.ts';
import * as codes from '../vocabulary/codes.ts';
import type { Leg } from '../vocabulary/terms.ts';
import type { Legs } from './command-parts.ts';

const { HASH_WORDS, wallets } = codes;

/** The length of an EventBuffer's header: its version, and the numbers of words, commands and events. */
export const HEADER_WORDS = 4;
/** More words than any event has, except TransferPosted, which reserves its own space. */
const ROOM = 32;
/** All event codes are below this. The first word of an event is its code plus this number times its length. */
const CODES = 64;
/** CommandRefused and CommandRepeated have the first two codes; each is always the only event of its command. */
const LAST_ANSWER = 2;

type Traits = 'side' | 'type' | 'timeInForce' | 'postOnly' | 'selfTrade' | 'trigger';

/** The numbers in the words of an event: literals as their codes, absent fields as zero. */
export type WordsOf<E> = {
  readonly [K in Exclude<
    keyof E,
    'kind' | (E extends Record<Traits, unknown> ? Traits | 'reduceOnly' : never)
  >]-?: K extends 'legs' ? Legs : K extends 'hash' ? Int32Array : number;
} & (E extends Record<Traits, unknown> ? { readonly traits: number } : unknown);

/** Events as 64-bit words, each a whole number below 2^53. The first word of an event contains its code and length. */
export class EventWords {
  protected words: Float64Array<ArrayBuffer>;
  protected used = HEADER_WORDS;
  protected eventCount = 0;

  constructor(words = new Float64Array(4096)) {
    this.words = words;
  }

  /** Makes room for one event. Returns the index of its first word. */
  protected begin(code: number, length: number): number {
    const at = this.used;
    if (at + length > this.words.length - ROOM) this.words = grownFloats(this.words, this.words.length * 2 + length);
    this.words[at] = code + length * CODES;
    this.used = at + length;
    this.eventCount++;
    return at;
  }
}

export const isAnswerAt = (words: Float64Array, at: number): boolean => words[at] % CODES <= LAST_ANSWER;

export const lengthAt = (words: Float64Array, at: number): number => Math.floor(words[at] / CODES);

export const setLegs = (words: Float64Array, start: number, legs: Legs): void => {
  let at = start;
  for (let i = 0; i < legs.count; i++) {
    words[at++] = legs.owner[i];
    words[at++] = legs.wallet[i];
    words[at++] = legs.asset[i];
    words[at++] = legs.units[i];
  }
};

export const legsAt = (words: Float64Array, start: number, end: number): Leg[] => {
  const legs: Leg[] = [];
  for (let at = start; at < end; at += 4)
    legs.push({
      owner: words[at],
      wallet: wallets[words[at + 1]],
      asset: words[at + 2],
      units: words[at + 3] as Leg['units'],
    });
  return legs;
};

export const setHash = (words: Float64Array, start: number, hash: Int32Array): void => {
  for (let i = 0; i < HASH_WORDS; i++) words[start + i] = hash[i] >>> 0;
};
