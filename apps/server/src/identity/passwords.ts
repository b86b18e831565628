import { hash, verify } from '@node-rs/argon2';
import type { ErrorCode } from '@vitrine/contract';
import { dictionary } from '@zxcvbn-ts/language-common';
import { ApiError } from '../http/api-error.ts';

/** OWASP's second recommended setting for Argon2id (the library's default kind): 19 MiB, two passes, one lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const NEW_PASSWORD_MIN = 9;
const PASSWORD_MAX = 128;
const common = new Set(dictionary['passwords-common']);

/** Two hashes at a time: sign-ins must not take the processors from trading. */
const MAX_AT_ONCE = 2;
let running = 0;
const waiting: (() => void)[] = [];

const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running === MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
};

/** Argon2id in PHC text form. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password.normalize('NFKC'), ARGON2));

export const verifyPassword = (hashed: string, password: string): Promise<boolean> =>
  inTurn(() => verify(hashed, password.normalize('NFKC')));

/** What is wrong with a new password, if anything. Length counts characters, not bytes. */
export const newPasswordError = (password: string): ErrorCode | undefined => {
  const length = [...password].length;
  if (length < NEW_PASSWORD_MIN) return 'password_too_short';
  if (length > PASSWORD_MAX) return 'password_too_long';
  if (common.has(password.toLowerCase())) return 'password_too_common';
  return undefined;
};

/** Errors: password_too_short, password_too_long, password_too_common. */
export const demandNewPassword = (password: string): void => {
  const error = newPasswordError(password);
  if (error) throw new ApiError(error);
};
