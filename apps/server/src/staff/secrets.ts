import { hash, randomBytes } from 'node:crypto';

/** 256 random bits, in characters that are safe in a URL. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token. It needs no slow hash: there are too many to try. */
export const hashOfToken = (token: string): Buffer => hash('sha256', token, 'buffer');
