import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { PasswordLine } from '../../kit/password-line.ts';

/** OWASP's second recommended setting for Argon2id, the library's default variant: 19 MiB, two passes, one lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * At most two hashes are computed at a time, and fewer if no CPU would be left free, so that sign-ins do not slow down
 * trading.
 */
const line = new PasswordLine(Math.max(1, Math.min(2, availableParallelism() - 1)));

/** Returns an Argon2id hash in the PHC string format. */
export const hashPassword = (password: string): Promise<string> =>
  line.run(() => hash(password.normalize('NFKC'), ARGON2), false);

/**
 * A hash of random bytes, which matches no password. If there is no account, the password is compared with this hash,
 * so that the response takes the same time.
 */
export const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$P6HpWFkDwy03t7AuHOKSIw$z46vxEYG9oNKcz93o20a4tcwdUXNb+2EKq4vtQEaBkY';

/**
 * Whether the password matches the hash. `personId` is given for a signed-in client. Errors: busy; if `personId` is
 * given, also too_many_requests.
 */
export function verifyPassword(hashed: string, password: string, personId?: string): Promise<boolean> {
  const work = () => verify(hashed, password.normalize('NFKC'));
  return personId === undefined ? line.run(work, true) : line.runFor(personId, work);
}
