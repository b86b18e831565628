import { hash, randomBytes } from 'node:crypto';

/** 256 bits that nobody guesses, in letters that a link can carry. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token. It needs no slow hash: there are too many to try. */
export const hashOfToken = (token: string): Buffer => hash('sha256', token, 'buffer');
