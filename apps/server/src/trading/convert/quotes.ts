import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AssetId, OwnerId } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';

/** How long a quote is valid. */
export const QUOTE_LIFE_MS = 8_000;

/** The terms of a quote. */
export interface QuotedConvert {
  readonly owner: OwnerId;
  readonly from: AssetId;
  readonly to: AssetId;
  readonly units: AssetUnits;
  /** If less would be received, nothing is converted. */
  readonly minUnits: AssetUnits;
  readonly expiresMs: number;
}

const MAC_BYTES = 16;

/**
 * Clients hold their quotes, signed by us, so that the server stores nothing and still recognizes a call that is
 * repeated after a restart.
 */
export class ConvertQuotes {
  readonly #key: Buffer;

  /** `secret` also signs sessions; the key derived from it here signs only quotes. */
  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('quotes of conversions').digest();
  }

  sign({ owner, from, to, units, minUnits, expiresMs }: QuotedConvert): string {
    const terms = Buffer.from([owner, from, to, units, minUnits, expiresMs].join(' ')).toString('base64url');
    return this.#signed(terms);
  }

  /**
   * The quoted terms, even if expired; undefined unless we signed exactly this text, since a quote has only one valid
   * encoding.
   */
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
