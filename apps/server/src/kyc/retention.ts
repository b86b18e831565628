import type { Pool } from 'pg';
import { comparableNumber, type PhotoKind } from './proof.ts';
import type { Vault } from './vault.ts';

/** An upload older than this was interrupted: no upload takes this long. */
const LEFT_BEHIND_MS = 3_600_000;
/** Retention of a refused photo that a newer one replaced. */
export const REPLACED_DAYS = 30;
/** Retention of the photos of an abandoned verification. */
export const ABANDONED_DAYS = 90;
const BATCH = 100;

interface PhotoRow {
  readonly id: string;
  readonly owner: string;
  readonly kind: PhotoKind;
}

export interface Kept {
  readonly erased: number;
  readonly resealed: number;
}

/**
 * SQL query for the photos to be erased. $1 is the current time; $2 to $4 are intervals in days: after verification,
 * after replacement and after abandonment.
 */
const due = `
  select photo.id from kyc_photo photo
  join kyc_case using (owner) join client using (owner)
  where photo.erased_at is null and photo.status <> 'storing' and (
    client.verified_at < $1::timestamptz - $2::interval
    or (photo.is_replaced and photo.submitted_at < $1::timestamptz - $3::interval)
    or (client.verified_at is null and kyc_case.changed_at < $1::timestamptz - $4::interval and (
      select count(*) from kyc_photo counting
      where counting.owner = photo.owner and not counting.is_replaced and counting.status in ('pending', 'approved')) < 3))`;

/**
 * Erases photos when their retention period ends, and re-encrypts with the newest key what is sealed with an older one.
 */
export class KycRetention {
  readonly #pool: Pool;
  readonly #vault: Vault;
  readonly #days: number;

  /** `days` is how long photos and the document's number are stored after verification. */
  constructor(pool: Pool, vault: Vault, days: number) {
    this.#pool = pool;
    this.#vault = vault;
    this.#days = days;
  }

  async run(now: Date): Promise<Kept> {
    await this.#sweep(now);
    return { erased: await this.#erase(now), resealed: (await this.#resealPhotos()) + (await this.#resealNumbers()) };
  }

  /** Deletes pictures whose upload was interrupted. */
  async #sweep(now: Date): Promise<void> {
    const { rows } = await this.#pool.query<{ id: string }>(
      `select id from kyc_photo where status = 'storing' and submitted_at < $1`,
      [new Date(now.getTime() - LEFT_BEHIND_MS)],
    );
    for (const { id } of rows) {
      await this.#vault.erasePhoto(id);
      await this.#pool.query(`delete from kyc_photo where id = $1 and status = 'storing'`, [id]);
    }
  }

  /**
   * Erases photos and document numbers whose retention period has ended. Each picture is erased before its row is
   * marked as erased, so that an interrupted erasure is repeated.
   */
  async #erase(now: Date): Promise<number> {
    const days = [this.#days, REPLACED_DAYS, ABANDONED_DAYS].map((count) => `${count} days`);
    const { rows } = await this.#pool.query<{ id: string }>(due, [now, ...days]);
    for (const { id } of rows) {
      await this.#vault.erasePhoto(id);
      // No photo of an abandoned submission stays current: the client must start over.
      await this.#pool.query(
        `update kyc_photo set erased_at = $2, is_replaced = is_replaced or exists (
           select from client where client.owner = kyc_photo.owner and verified_at is null) where id = $1`,
        [id, now],
      );
    }
    // The keyed hash of the number is kept, so that the document cannot be used to verify anybody else.
    await this.#pool.query(
      `update kyc_case set id_number = null from client
       where client.owner = kyc_case.owner and id_number is not null and (
         client.verified_at < $1::timestamptz - $2::interval
         or (client.verified_at is null and changed_at < $1::timestamptz - $3::interval and not exists (
           select from kyc_photo where kyc_photo.owner = kyc_case.owner and erased_at is null)))`,
      [now, days[0], days[2]],
    );
    return rows.length;
  }

  async #resealPhotos(): Promise<number> {
    const { ring } = this.#vault;
    let count = 0;
    for (;;) {
      const { rows } = await this.#pool.query<PhotoRow>(
        `select id, owner, kind from kyc_photo
         where key_id <> $1 and erased_at is null and status <> 'storing' limit $2`,
        [ring.newest, BATCH],
      );
      for (const { id, owner, kind } of rows) {
        const place = { id, owner: Number(owner), kind };
        const jpeg = await this.#vault.getPhoto(place);
        if (jpeg === undefined) throw new Error(`the image file of photo ${id} is missing`);
        await this.#vault.putPhoto(place, jpeg);
        await this.#pool.query('update kyc_photo set key_id = $2, picture_mark = $3 where id = $1', [
          id,
          ring.newest,
          ring.mark(jpeg),
        ]);
      }
      count += rows.length;
      if (rows.length < BATCH) return count;
    }
  }

  async #resealNumbers(): Promise<number> {
    const { ring } = this.#vault;
    const { rows } = await this.#pool.query<{ owner: string; id_number: Buffer }>(
      'select owner, id_number from kyc_case where key_id <> $1 and id_number is not null',
      [ring.newest],
    );
    for (const { owner, id_number } of rows) {
      const number = this.#vault.openNumber(Number(owner), id_number);
      // Re-encrypts the number only if it is still the one that was read: its owner may have sent another number in the
      // meantime.
      await this.#pool.query(
        'update kyc_case set id_number = $2, id_mark = $3, key_id = $4 where owner = $1 and id_number = $5',
        [
          owner,
          this.#vault.sealNumber(Number(owner), number),
          ring.mark(comparableNumber(number)),
          ring.newest,
          id_number,
        ],
      );
    }
    return rows.length;
  }
}
