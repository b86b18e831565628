import * as codes from '../vocabulary/codes.ts';
import type { Leg, Reference } from '../vocabulary/terms.ts';
import type { ByteReader } from './byte-reader.ts';
import { type ByteWriter, literalCode, UnencodableValue } from './byte-writer.ts';

const { HASH_WORDS, hashWord, referenceSources, wallets } = codes;

/** The maximum number of legs of a Transfer. */
const MAX_LEGS = 64;

/** The legs of a decoded Transfer, each in a row of the columns. */
export class Legs {
  count = 0;
  readonly owner = new Float64Array(MAX_LEGS);
  readonly wallet = new Uint8Array(MAX_LEGS);
  readonly asset = new Float64Array(MAX_LEGS);
  readonly units = new Float64Array(MAX_LEGS);
}

/**
 * The reference of a decoded command, or 'none'. If it is 'none', the content hash is a leftover of an earlier command.
 */
export class ReferenceFields {
  referenceSource = 0;
  /** The words are stored as signed numbers, so that the JavaScript engine keeps them as 32-bit integers. */
  word0 = 0;
  word1 = 0;
  word2 = 0;
  word3 = 0;
  contentHigh = 0;
  contentLow = 0;
}

/** A required object. It is checked despite its type, because callers may pass input that has not been validated. */
export const given = <T extends object>(value: T | undefined): T => {
  if (typeof value !== 'object' || value === null) throw new UnencodableValue('malformed');
  return value;
};

/**
 * The code of a literal within an optional object that is present. Throws for the first literal of the list, whose code
 * is reserved for an absent object.
 */
export const choiceCode = <T extends string>(all: readonly T[], value: T): number => {
  const code = literalCode(all, value);
  if (code === 0) throw new UnencodableValue('malformed');
  return code;
};

/** The reference of a decoded command as a property; no property if the command has none. */
export const referenceOf = (f: ReferenceFields): { reference?: Reference } => {
  const source = referenceSources[f.referenceSource];
  if (source === undefined || source === 'none') return {};
  return { reference: { source, words: [f.word0 >>> 0, f.word1 >>> 0, f.word2 >>> 0, f.word3 >>> 0] } };
};

export const sourceCode = (reference: Reference | undefined): number => {
  if (reference === undefined) return 0;
  const { source, words } = given(reference);
  if (!Array.isArray(words) || words.length !== 4) throw new UnencodableValue('malformed');
  return literalCode(referenceSources, source);
};

/** Writes each leg as a byte for wallet and sign, then owner, asset and the absolute number of units. */
export const writeLegs = (writer: ByteWriter, legs: readonly Leg[]): void => {
  if (!Array.isArray(legs) || legs.length > MAX_LEGS) throw new UnencodableValue('malformed');
  writer.number(legs.length);
  for (const each of legs) {
    const leg = given(each);
    writer.byte(literalCode(wallets, leg.wallet) | (leg.units < 0 ? 4 : 0));
    writer.number(leg.owner);
    writer.number(leg.asset);
    writer.number(Math.abs(leg.units));
  }
};

export const readLegs = (legs: Legs, reader: ByteReader): void => {
  const count = reader.number();
  if (count > MAX_LEGS) throw new RangeError('damaged batch: too many legs');
  legs.count = count;
  for (let i = 0; i < count; i++) {
    const walletAndSign = reader.byte();
    legs.wallet[i] = walletAndSign & 3;
    legs.owner[i] = reader.number();
    legs.asset[i] = reader.number();
    const magnitude = reader.number();
    legs.units[i] = walletAndSign & 4 ? -magnitude : magnitude;
  }
};

export const legsOf = ({ count, owner, wallet, asset, units }: Legs): Leg[] =>
  Array.from({ length: count }, (_, i) => ({
    owner: owner[i],
    wallet: wallets[wallet[i]],
    asset: asset[i],
    units: units[i] as Leg['units'],
  }));

/** A hash of 64 hexadecimal digits as eight words. */
export const writeHash = (writer: ByteWriter, hash: string): void => {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new UnencodableValue('malformed');
  for (let i = 0; i < HASH_WORDS; i++) writer.word(hashWord(hash, i));
};

export const readHash = (hash: Int32Array, reader: ByteReader): void => {
  for (let i = 0; i < HASH_WORDS; i++) hash[i] = reader.word();
};
