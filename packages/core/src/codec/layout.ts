import type { Reference } from '../vocabulary/terms.ts';

/** The lists of literals in codes.ts. A literal is encoded as its index in its list. */
export type Literals =
  | 'wallets'
  | 'sides'
  | 'orderTypes'
  | 'timesInForce'
  | 'selfTrades'
  | 'triggerKinds'
  | 'marketStatuses'
  | 'expectedStatuses'
  | 'transferPurposes'
  | 'orderEnds'
  | 'positionSides'
  | 'marginChanges'
  | 'settlementMeans';

/**
 * The encoding of a command's field: a number as seven-bit groups, a literal as a byte. `numberOrZero` is optional in
 * the command; if absent, it is encoded as zero, which means 'none'.
 */
export type FieldLayout = 'number' | 'numberOrZero' | 'assetCode' | 'hash' | 'legs' | Literals;

/**
 * A field's bits in one of the flag bytes: their meaning, the lowest bit, and the default literal. `yes` is a boolean;
 * if its default is 'absent', false is read back as an absent field. `nonZero` and `given` determine whether the
 * field's number follows: with `nonZero` it follows unless it is zero; with `given` it follows if the field is present,
 * which CommandFields records in a separate field (such as `hasUnits`). `source` is the source of the reference. A
 * literal inside an object also encodes whether the object is present: the first literal stands for an absent object.
 */
export type FlagLayout = readonly [
  what: 'yes' | 'nonZero' | 'given' | 'source' | Literals,
  bit: number,
  otherwise?: string,
];

/** Types that count as a single value, even if they are composite. */
type Value = string | number | boolean | readonly unknown[] | Reference;

/** The fields of a command by path: `owner`, `from.owner`. */
type PathOf<C> = {
  [K in keyof C & string]-?: NonNullable<C[K]> extends Value ? K : K | `${K}.${keyof NonNullable<C[K]> & string}`;
}[keyof C & string];

/**
 * The layout of a command in bytes: its code, bytes of flags, its fields in the order given here, and last the words of
 * its reference.
 */
export interface CommandLayout<C> {
  /** The command's code. It is stored in logs, so it never changes; a new command gets a new code. */
  readonly code: number;
  /**
   * The code of the newer encoding, which has these additional fields. The older encoding lacks these fields. If a literal
   * is added, the first of its list means that it is absent.
   */
  readonly longForm?: { readonly code: number; readonly adds: readonly PathOf<C>[] };
  readonly flags?: readonly { readonly [P in PathOf<C>]?: FlagLayout }[];
  readonly fields: { readonly [P in PathOf<C>]?: FieldLayout };
}

/** The encoding of an event's field in words: `legs` and `hash` take several. `refusalOrNone` is zero if absent. */
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

/** The layout of an event in words: its code and length, then its fields in the order given here. */
export interface EventLayout<E> {
  /** The event's code, which never changes; a new event gets a new code. */
  readonly code: number;
  readonly words: { readonly [K in Exclude<keyof E, 'kind'> | 'traits']?: WordLayout };
  /** The number of unused words at the end of the event. */
  readonly spare?: number;
}
