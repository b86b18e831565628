import { hash, randomBytes } from 'node:crypto';

/** 256 random bits, in characters that are safe in a URL. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The stored form of a token. A fast hash is enough, because there are too many possible tokens to try. */
export const hashOfToken = (token: string): Buffer => hash('sha256', token, 'buffer');
