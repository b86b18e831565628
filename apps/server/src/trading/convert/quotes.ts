import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AssetId, OwnerId } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';

/** For so long a quote may be taken. */
export const QUOTE_LIFE_MS = 8_000;

/** What somebody was quoted. */
export interface QuotedConvert {
  readonly owner: OwnerId;
  readonly from: AssetId;
  readonly to: AssetId;
  readonly units: AssetUnits;
  /** With less it is not done. */
  readonly minUnits: AssetUnits;
  readonly expiresMs: number;
}

const MAC_BYTES = 16;

/**
 * Quotes are kept by whom they were given to, under our signature: nothing of them is stored, and a call repeated after a
 * restart is still known as the first one's.
 */
export class ConvertQuotes {
  readonly #key: Buffer;

  /** `secret` signs sessions as well; what is derived from it here signs nothing else. */
  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('quotes of conversions').digest();
  }

  sign({ owner, from, to, units, minUnits, expiresMs }: QuotedConvert): string {
    const terms = Buffer.from([owner, from, to, units, minUnits, expiresMs].join(' ')).toString('base64url');
    return this.#signed(terms);
  }

  /** What was quoted, however long ago; undefined for what we have not signed, letter for letter: a quote has one spelling. */
  read(quoteId: string): QuotedConvert | undefined {
    const [terms = ''] = quoteId.split('.', 1);
    const given = Buffer.from(quoteId);
    const signed = Buffer.from(this.#signed(terms));
    if (given.length !== signed.length || !timingSafeEqual(given, signed)) return undefined;
    const [owner = 0, from = 0, to = 0, units = 0, minUnits = 0, expiresMs = 0] = Buffer.from(terms, 'base64url')
      .toString()
      .split(' ')
      .map(Number);
    return { owner, from, to, units: units as AssetUnits, minUnits: minUnits as AssetUnits, expiresMs };
  }

  #signed(terms: string): string {
    const mac = createHmac('sha256', this.#key).update(terms).digest().subarray(0, MAC_BYTES);
    return `${terms}.${mac.toString('base64url')}`;
  }
}
