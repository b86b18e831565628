import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { PasswordLine } from '../../kit/password-line.ts';

/** OWASP's second recommended setting for Argon2id (the library's default kind): 19 MiB, two passes, one lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Two at a time, and one processor always left: sign-ins must not take them from trading. */
const line = new PasswordLine(Math.max(1, Math.min(2, availableParallelism() - 1)));

/** Argon2id in PHC text form. */
export const hashPassword = (password: string): Promise<string> =>
  line.run(() => hash(password.normalize('NFKC'), ARGON2), false);

/** `personId`: of a client who is signed in. Errors: busy, then too_many_requests too. */
export function verifyPassword(hashed: string, password: string, personId?: string): Promise<boolean> {
  const work = () => verify(hashed, password.normalize('NFKC'));
  return personId === undefined ? line.run(work, true) : line.runFor(personId, work);
}
