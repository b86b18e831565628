import type { Reference } from '../vocabulary/terms.ts';

/** The lists of literals in codes.ts: a literal travels as its place in one of them. */
export type Literals =
  | 'wallets'
  | 'sides'
  | 'orderTypes'
  | 'timesInForce'
  | 'selfTrades'
  | 'triggerKinds'
  | 'marketStatuses'
  | 'transferPurposes'
  | 'orderEnds';

/**
 * The encoding of a command's field: a number as seven-bit groups, a literal as a byte. `numberOrZero` may be left
 * out of the command and then is zero, which means 'none'.
 */
export type FieldLayout = 'number' | 'numberOrZero' | 'assetCode' | 'hash' | 'legs' | Literals;

/**
 * A field's bits in one of the bytes of flags: what they say, the lowest of them, and the literal where none is given. `yes` is
 * a boolean; `nonZero` and `given` say that the number follows: one that is not zero, or one that is there at all, which
 * CommandFields then knows by a field of its own (`hasUnits`). `source` is that of the reference. A literal within an object
 * also says whether that is there: the first of its list stands for 'no'.
 */
export type FlagLayout = readonly [
  what: 'yes' | 'nonZero' | 'given' | 'source' | Literals,
  bit: number,
  otherwise?: string,
];

/** What is one value, however it is built. */
type Value = string | number | boolean | readonly unknown[] | Reference;

/** The fields of a command by their paths: `owner`, `from.owner`. */
type PathOf<C> = {
  [K in keyof C & string]-?: NonNullable<C[K]> extends Value ? K : K | `${K}.${keyof NonNullable<C[K]> & string}`;
}[keyof C & string];

/** A command in bytes: its code, bytes of flags, then its fields, all in this order; the words of its reference come last. */
export interface CommandLayout<C> {
  /** Never renumber: append. */
  readonly code: number;
  /** The code of the form with these fields; the form without them is an older one. */
  readonly longForm?: { readonly code: number; readonly adds: readonly PathOf<C>[] };
  readonly flags?: readonly { readonly [P in PathOf<C>]?: FlagLayout }[];
  readonly fields: { readonly [P in PathOf<C>]?: FieldLayout };
}

/** The encoding of an event's field in words: `legs` and `hash` take several. A refusal of zero is left out. */
export type WordLayout =
  | 'number'
  | 'yes'
  | 'assetCode'
  | 'hash'
  | 'legs'
  | 'traits'
  | 'refusal'
  | 'refusalOrNone'
  | Literals;

/** An event in words: its code and length, then its fields in this order. */
export interface EventLayout<E> {
  /** Never renumber: append. */
  readonly code: number;
  readonly words: { readonly [K in Exclude<keyof E, 'kind'> | 'traits']?: WordLayout };
  /** Words at its end that say nothing. */
  readonly spare?: number;
}
