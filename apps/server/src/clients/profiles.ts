import type { OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';
import { ApiError } from '../kit/api-error.ts';
import { OneAtATime } from '../kit/one-at-a-time.ts';

type Gender = 'Male' | 'Female';

/** Details that clients state about themselves; '' if not set. */
export interface Profile {
  readonly name: string;
  readonly gender: Gender | '';
  /** YYYY-MM-DD. */
  readonly dateOfBirth: string;
  readonly address: string;
}

interface ProfileRow {
  readonly name: string;
  readonly gender: Gender | '';
  readonly date_of_birth: string;
  readonly address: string;
}

const unset: Profile = { name: '', gender: '', dateOfBirth: '', address: '' };
const OLDEST_YEARS = 120;
const YOUNGEST_YEARS = 18;
/** Maximum number of changes by one client that may be running or waiting at once. */
const MOST_CHANGES_AT_ONCE = 20;

/** Clients' profiles. */
export class Profiles {
  readonly #pool: Pool;

  readonly #changes = new OneAtATime(MOST_CHANGES_AT_ONCE);

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async of(owner: OwnerId): Promise<Profile> {
    const { rows } = await this.#pool.query<ProfileRow>(
      `select name, gender, coalesce(to_char(date_of_birth, 'YYYY-MM-DD'), '') as date_of_birth, address
       from profile where owner = $1`,
      [owner],
    );
    const row = rows[0];
    if (row === undefined) return unset;
    return { name: row.name, gender: row.gender, dateOfBirth: row.date_of_birth, address: row.address };
  }

  /** Changes the fields that are given. Errors: name_invalid, address_invalid, date_of_birth_invalid, busy. */
  async update(owner: OwnerId, changes: Partial<Profile>, today: Date): Promise<void> {
    const name = tidied(changes.name);
    const address = tidied(changes.address);
    if (name !== undefined && !isPlainText(name)) throw new ApiError('name_invalid');
    if (address !== undefined && !isPlainText(address)) throw new ApiError('address_invalid');
    const { gender, dateOfBirth } = changes;
    if (dateOfBirth && !isGrownUp(dateOfBirth, today)) throw new ApiError('date_of_birth_invalid');
    const write = () =>
      this.#pool.query(
        `insert into profile (owner, name, gender, date_of_birth, address)
       values ($1, coalesce($2, ''), coalesce($3, ''), nullif($4, '')::date, coalesce($5, ''))
       on conflict (owner) do update set
         name = coalesce($2, profile.name),
         gender = coalesce($3, profile.gender),
         date_of_birth = case when $4::text is null then profile.date_of_birth else nullif($4, '')::date end,
         address = coalesce($5, profile.address),
         updated_at = now()`,
        [owner, name ?? null, gender ?? null, dateOfBirth ?? null, address ?? null],
      );
    await this.#changes.run(String(owner), write);
  }
}

const tidied = (text: string | undefined): string | undefined => text?.normalize('NFC').trim().replace(/ {2,}/g, ' ');

/** Text of any script, without control characters or angle brackets. */
const isPlainText = (text: string): boolean => /^[^\p{C}\p{Zl}\p{Zp}<>]*$/u.test(text);

/** Whether the text is a valid date of birth of an adult, at most 120 years ago. */
function isGrownUp(text: string, today: Date): boolean {
  const born = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(born.getTime()) || born.toISOString().slice(0, 10) !== text) return false;
  const yearsAgo = (years: number) => Date.UTC(today.getUTCFullYear() - years, today.getUTCMonth(), today.getUTCDate());
  return born.getTime() <= yearsAgo(YOUNGEST_YEARS) && born.getTime() >= yearsAgo(OLDEST_YEARS);
}
