import { hash } from 'node:crypto';
import type { OwnerId, Reference } from '@vitrine/core';
import { ApiError } from './api-error.ts';

/**
 * Parses the Idempotency-Key header; undefined if absent. Throws `idempotency_key_invalid` unless it consists of 1 to
 * 128 visible ASCII characters.
 */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && /^[\x21-\x7e]{1,128}$/.test(header)) return header;
  throw new ApiError('idempotency_key_invalid');
}

/**
 * The reference that the core stores for a client's Idempotency-Key: 128 bits of SHA-256 over source, owner and key.
 */
export const clientReference = (owner: OwnerId, key: string): Reference => ({
  source: 'client',
  words: words(`client\n${owner}\n${key}`),
});

/** The reference of a command whose key is optional: without a key, each command is distinct. */
export const keyedBy = (owner: OwnerId, key: string | undefined): { readonly reference?: Reference } =>
  key === undefined ? {} : { reference: clientReference(owner, key) };

/**
 * The reference that the core stores for an external fact, such as a transaction on a chain. The core never forgets
 * such a reference.
 */
export const outsideReference = (source: string, key: string): Reference => ({
  source: 'outside',
  words: words(`outside ${source}\n${key}`),
});

/**
 * The reference of a frequent entry that the core forgets, at the earliest after an hour ([R5]): whoever submits it again
 * finds out in another way whether it is in the log.
 */
export const agingReference = (source: string, key: string): Reference => ({
  source: 'client',
  words: words(`aging ${source}\n${key}`),
});

function words(text: string): Reference['words'] {
  const digest = hash('sha256', text, 'buffer');
  return [digest.readUInt32LE(0), digest.readUInt32LE(4), digest.readUInt32LE(8), digest.readUInt32LE(12)];
}
