import { type newPasswordErrors, staffRoles } from '@vitrine/contract';
import type { Pool } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import type { LeakedPasswords } from './leaked-passwords.ts';

const LEAST_CHARACTERS = 9;
const MOST_CHARACTERS = 128;
/**
 * When easily guessed words are removed from a password, at least this many characters must remain. What remains must
 * not be a common password either.
 */
const LEAST_BESIDES_WORDS = 6;
const SHORTEST_WORD = 3;

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** The most used of ten million leaked passwords (Xato, 2015), in lower case; loaded when first needed. */
function loadCommon(): Promise<ReadonlySet<string>> {
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return commonPasswords;
}

/** Words of the industry and the product (OWASP ASVS 6.1.2). The brand and words about the person are added to them. */
const houseWords = [
  ...staffRoles,
  'exchange',
  'crypto',
  'bitcoin',
  'ethereum',
  'tether',
  'wallet',
  'trading',
  'trader',
  'account',
  'password',
  'secret',
  'console',
  'sandbox',
  'admin',
  'operator',
];

interface NewPasswordsParts {
  readonly pool: Pool;
  readonly brand: () => string;
  /** The operator's set of leaked passwords; undefined if there is none. */
  readonly leaked?: LeakedPasswords | undefined;
}

/** Rules for new passwords, for clients and staff. */
export class NewPasswords {
  readonly #parts: NewPasswordsParts;

  constructor(parts: NewPasswordsParts) {
    this.#parts = parts;
  }

  /**
   * Throws if a new password breaks a rule. `about` lists facts about the person that others may know: email, name,
   * phone number. The length is counted in characters, not bytes. Errors: newPasswordErrors of the contract.
   */
  async demand(password: string, about: readonly string[]): Promise<void> {
    const error = this.#error(password, about, await loadCommon());
    if (error !== undefined) throw new ApiError(error);
    if (await this.#parts.leaked?.has(password)) throw new ApiError('password_leaked');
  }

  /** Like `demand`, for an existing client. */
  async demandOf(personId: string, password: string): Promise<void> {
    const { rows } = await this.#parts.pool.query<{ about: string[] }>(
      `select array[person.email, client.mobile_number, coalesce(profile.name, '')] as about
       from client join person on person.id = client.person_id left join profile using (owner)
       where client.person_id = $1`,
      [personId],
    );
    await this.demand(password, rows[0]?.about ?? []);
  }

  #error(
    password: string,
    about: readonly string[],
    common: ReadonlySet<string>,
  ): (typeof newPasswordErrors)[number] | undefined {
    const length = [...password].length;
    if (length < LEAST_CHARACTERS) return 'password_too_short';
    if (length > MOST_CHARACTERS) return 'password_too_long';
    if (common.has(password.toLowerCase())) return 'password_too_common';
    const brand = this.#parts.brand();
    const words = [brand.replace(/[^\p{L}\p{N}]/gu, ''), ...[brand, ...about].flatMap(wordsOf), ...houseWords];
    return isMadeOf(password, words, common) ? 'password_guessable' : undefined;
  }
}

/** The words of a name or an address; for a phone number, its digits in full and as dialed locally. */
function wordsOf(text: string): string[] {
  const digits = text.replace(/\D/g, '');
  const number = digits.length >= 7 && !/\p{L}/u.test(text) ? [digits, digits.slice(-10), digits.slice(-7)] : [];
  return [...number, ...text.split(/[^\p{L}\p{N}]+/u)];
}

/** Characters that people use in place of letters. 1 is missing here, because it may stand for i or l. */
const signs: Readonly<Record<string, string>> = { 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' };
const readings: readonly ((text: string) => string)[] = [
  plain,
  (text) => plain(text.replace(/[034571@$!]/g, (sign) => (sign === '1' ? 'i' : (signs[sign] ?? sign)))),
  (text) => plain(text.replace(/[034571@$!]/g, (sign) => (sign === '1' ? 'l' : (signs[sign] ?? sign)))),
];

/** Reduces the text to lower-case letters and digits, without accents. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function isMadeOf(password: string, words: readonly string[], common: ReadonlySet<string>): boolean {
  return readings.some((read) => {
    const known = words.map(read).filter((word) => word.length >= SHORTEST_WORD);
    const text = read(password);
    // A removed word leaves a gap, so that the texts on both sides of it do not form another word.
    const rest = known
      .sort((one, other) => other.length - one.length)
      .reduce((left, word) => left.replaceAll(word, ' '), text);
    const besides = rest.replaceAll(' ', '');
    return rest !== text && (besides.length < LEAST_BESIDES_WORDS || common.has(besides));
  });
}
