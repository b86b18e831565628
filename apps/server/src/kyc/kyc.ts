import { randomUUID } from 'node:crypto';
import type { OwnerId } from '@vitrine/core';
import type { Pool, PoolClient } from 'pg';
import type { SecurityEvents } from '../auth/security/security-events.ts';
import type { CleanPicture } from '../files/pictures.ts';
import type { Uploads } from '../files/uploads.ts';
import { ApiError } from '../kit/api-error.ts';
import type { AttemptLimit, AttemptLimits } from '../kit/attempt-limits.ts';
import type { Device } from '../kit/device.ts';
import { KeyedMutex } from '../kit/keyed-mutex.ts';
import { PostgresChannel } from '../kit/postgres/channel.ts';
import type { ChannelConnection } from '../kit/postgres/shared-connection.ts';
import { inTransaction } from '../kit/postgres/transaction.ts';
import { clientSender } from '../kit/sender.ts';
import type { Notices } from '../notifications/notices.ts';
import {
  comparableNumber,
  type IdDocument,
  isComplete,
  type PhotoKind,
  type PhotoStatus,
  photoKinds,
  type Statuses,
} from './proof.ts';
import type { PhotoPlace, Vault } from './vault.ts';

/** Submissions per client, valid or not. */
const FORMS: AttemptLimit = { name: 'kyc_upload', attempts: 30, windowSeconds: 3_600 };
/** Stored photos per client: three, plus resubmissions, within what reviewers can reasonably be asked to review. */
const PHOTOS: AttemptLimit = { name: 'kyc_photo', attempts: 10, windowSeconds: 86_400 };

/**
 * The mutex key for reading who is verified: one read at a time, so that an older result does not overwrite a newer
 * one.
 */
const VERIFIED = 'verified';

export interface Submission {
  readonly document: IdDocument;
  readonly kind: PhotoKind;
  /** The id of the upload; empty if there is none. */
  readonly image: string;
}

/** The current photo of its kind, as its owner sees it. A photo that replaces a refused one becomes current. */
export interface CheckedPhoto {
  readonly status: PhotoStatus;
  readonly submittedAtMs: number;
  readonly reason: string;
  readonly note: string;
}

export interface CheckedProof {
  readonly document: IdDocument;
  readonly photos: Readonly<Partial<Record<PhotoKind, CheckedPhoto>>>;
}

interface CaseRow {
  readonly id_type: string;
  readonly id_number: Buffer | null;
  readonly id_mark: Buffer;
}

interface CountingRow {
  readonly id: string;
  readonly kind: PhotoKind;
  readonly status: PhotoStatus;
  readonly submitted_at: Date;
  readonly reason: string;
  readonly note: string;
}

export interface KycParts {
  readonly pool: Pool;
  /** Opens the database connection on which this server is notified of clients whose verification has changed. */
  readonly connect: () => Promise<ChannelConnection>;
  readonly vault: Vault;
  readonly uploads: Pick<Uploads, 'read' | 'erase'>;
  readonly limits: AttemptLimits;
  readonly notices: Notices;
  readonly securityEvents: SecurityEvents;
}

/** Clients' proofs of identity, from the client's side. */
export class Kyc {
  readonly #parts: KycParts;
  readonly #submitting = new KeyedMutex();
  readonly #reading = new KeyedMutex();
  readonly #channel: PostgresChannel;
  #verified = new Set<OwnerId>();

  private constructor(parts: KycParts) {
    this.#parts = parts;
    this.#channel = new PostgresChannel({
      connect: parts.connect,
      name: 'client_verified',
      received: (owner) => this.refreshOne(Number(owner)),
      catchUp: () => this.refresh(),
    });
  }

  static async open(parts: KycParts): Promise<Kyc> {
    const kyc = new Kyc(parts);
    await kyc.#channel.open();
    await kyc.refresh();
    return kyc;
  }

  close(): Promise<void> {
    return this.#channel.close();
  }

  /** Whether the client is verified; read from memory, because every order checks it. */
  isVerified(owner: OwnerId): boolean {
    return this.#verified.has(owner);
  }

  /** Reloads who is verified. */
  refresh(): Promise<void> {
    return this.#reading.runExclusive(VERIFIED, async () => {
      const { rows } = await this.#parts.pool.query<{ owner: string }>(
        'select owner from client where verified_at is not null',
      );
      this.#verified = new Set(rows.map(({ owner }) => Number(owner)));
    });
  }

  /** Reloads whether this client is verified. */
  refreshOne(owner: OwnerId): Promise<void> {
    return this.#reading.runExclusive(VERIFIED, async () => {
      const { rowCount } = await this.#parts.pool.query(
        'select from client where owner = $1 and verified_at is not null',
        [owner],
      );
      if (rowCount === 0) this.#verified.delete(owner);
      else this.#verified.add(owner);
    });
  }

  /** Accepts a client's photos one at a time. Errors: as for submitKycPhoto in the contract. */
  submit(owner: OwnerId, submission: Submission, device: Device): Promise<void> {
    return this.#submitting.runExclusive(String(owner), () => this.#submit(owner, submission, device));
  }

  /** The client's document and current photos; undefined if there is no current photo. */
  async check(owner: OwnerId): Promise<CheckedProof | undefined> {
    const { pool, vault } = this.#parts;
    const { rows } = await pool.query<CaseRow>(selectCase, [owner]);
    const counting = await countingPhotos(pool, owner);
    if (rows[0] === undefined || counting.length === 0) return undefined;
    const document = { type: rows[0].id_type, number: vault.openNumber(owner, rows[0].id_number) };
    const photos = counting.map(({ kind, status, submitted_at, reason, note }) => [
      kind,
      { status, submittedAtMs: submitted_at.getTime(), reason, note },
    ]);
    return { document, photos: Object.fromEntries(photos) };
  }

  async #submit(owner: OwnerId, { document, kind, image }: Submission, device: Device): Promise<void> {
    const { pool, limits, uploads } = this.#parts;
    const number = document.number.trim();
    if (comparableNumber(number) === '') throw new ApiError('id_number_invalid');
    await limits.count(FORMS, String(owner));
    const known = (await countingPhotos(pool, owner)).find((photo) => photo.kind === kind);
    if (known !== undefined && known.status !== 'refused') throw new ApiError('photo_stands');
    const photo = await this.#uploaded(owner, image);
    await limits.count(PHOTOS, String(owner));
    const place = { id: randomUUID(), owner, kind };
    const given = { type: document.type, number };
    await this.#announce(place, given, photo);
    const statuses = await this.#store(place, given, photo);
    // If this fails, an hourly job erases the upload once it is an hour old.
    await uploads.erase(image).catch(() => undefined);
    if (isComplete(statuses)) await this.#notifyComplete(owner, device);
  }

  async #uploaded(owner: OwnerId, image: string): Promise<CleanPicture> {
    if (image === '') throw new ApiError('photo_required');
    const file = await this.#parts.uploads.read(clientSender(owner), 'kyc_photo', image);
    if (file.type !== 'image/jpeg') throw new ApiError('photo_not_image');
    return { jpeg: file.bytes, width: file.width, height: file.height };
  }

  /** Stores the photo. If it is then refused or cannot be recorded, what was stored is deleted again. */
  async #store(place: PhotoPlace, given: IdDocument, photo: CleanPicture): Promise<Statuses> {
    try {
      await this.#parts.vault.putPhoto(place, photo.jpeg);
      return await inTransaction(this.#parts.pool, (client) => this.#take(client, place, given, photo));
    } catch (error) {
      await this.#forget(place).catch(() => undefined);
      throw error;
    }
  }

  async #notifyComplete(owner: OwnerId, device: Device): Promise<void> {
    const { notices, securityEvents } = this.#parts;
    await securityEvents.record(owner, 'kyc_submitted', device);
    await notices.add(owner, 'kyc_submitted');
  }

  /** The row is written before the picture, so that a picture left behind by a crash is found by its row. */
  async #announce({ id, owner, kind }: PhotoPlace, document: IdDocument, photo: CleanPicture): Promise<void> {
    const { pool, vault } = this.#parts;
    await pool.query(
      `insert into kyc_case (owner, id_type, id_number, id_mark, key_id) values ($1, $2, $3, $4, $5)
       on conflict (owner) do nothing`,
      [owner, ...this.#sealed(owner, document)],
    );
    await pool.query(
      `insert into kyc_photo (id, owner, kind, status, width, height, picture_mark, key_id)
       values ($1, $2, $3, 'storing', $4, $5, $6, $7)`,
      [id, owner, kind, photo.width, photo.height, vault.ring.mark(photo.jpeg), vault.ring.newest],
    );
  }

  /**
   * Makes the stored photo the current one of its kind, in place of a refused one if there is one. Returns the
   * resulting statuses. Errors: photo_stands, photo_seen_before, document_differs.
   */
  async #take(client: PoolClient, place: PhotoPlace, document: IdDocument, { jpeg }: CleanPicture): Promise<Statuses> {
    const { owner, kind, id } = place;
    const { ring } = this.#parts.vault;
    const { rows } = await client.query<CaseRow>(`${selectCase} for update`, [owner]);
    const counting = await countingPhotos(client, owner);
    const before = counting.find((photo) => photo.kind === kind);
    if (before !== undefined && before.status !== 'refused') throw new ApiError('photo_stands');
    await assertNew(client, place, ring.marks(jpeg));
    const current = rows[0];
    const isOther =
      current?.id_type !== document.type ||
      !ring.marks(comparableNumber(document.number)).some((mark) => mark.equals(current.id_mark));
    const sides = counting.filter(
      (photo) => photo.kind !== 'selfie' && photo.kind !== kind && photo.status !== 'refused',
    );
    if (isOther && kind === 'selfie' && sides.length > 0) throw new ApiError('document_differs');
    // If the client now describes a different document, the sides already sent must be reviewed again, as sides of that
    // document.
    if (isOther)
      await client.query(`update kyc_photo set status = 'pending' where id = any($1)`, [sides.map((s) => s.id)]);
    if (before !== undefined) await client.query('update kyc_photo set is_replaced = true where id = $1', [before.id]);
    await client.query(`update kyc_photo set status = 'pending' where id = $1`, [id]);
    await client.query(
      `update kyc_case set id_type = $2, id_number = $3, id_mark = $4, key_id = $5, revision = revision + 1, changed_at = now()
       where owner = $1`,
      [owner, ...this.#sealed(owner, document)],
    );
    return statusesOf(await countingPhotos(client, owner));
  }

  /** The values of the columns id_type, id_number, id_mark and key_id. */
  #sealed(owner: OwnerId, { type, number }: IdDocument) {
    const { vault } = this.#parts;
    return [
      type,
      vault.sealNumber(owner, number),
      vault.ring.mark(comparableNumber(number)),
      vault.ring.newest,
    ] as const;
  }

  async #forget({ id }: PhotoPlace): Promise<void> {
    await this.#parts.vault.erasePhoto(id);
    await this.#parts.pool.query(`delete from kyc_photo where id = $1 and status = 'storing'`, [id]);
  }
}

const selectCase = 'select id_type, id_number, id_mark from kyc_case where owner = $1';

/** Throws if this photo was refused before. */
async function assertNew(client: PoolClient, { owner, id }: PhotoPlace, marks: readonly Buffer[]): Promise<void> {
  const { rowCount } = await client.query(
    `select 1 from kyc_photo where owner = $1 and id <> $2 and status = 'refused' and picture_mark = any($3)`,
    [owner, id, marks],
  );
  if (rowCount !== 0) throw new ApiError('photo_seen_before');
}

/** A client's current photos (stored, and not replaced by newer ones): at most one of each kind. */
export async function countingPhotos(database: Pick<PoolClient, 'query'>, owner: OwnerId): Promise<CountingRow[]> {
  const { rows } = await database.query<CountingRow>(
    `select id, kind, status, submitted_at, reason, note from kyc_photo
     where owner = $1 and not is_replaced and status <> 'storing'`,
    [owner],
  );
  return rows.sort((one, other) => photoKinds.indexOf(one.kind) - photoKinds.indexOf(other.kind));
}

export const statusesOf = (photos: readonly Pick<CountingRow, 'kind' | 'status'>[]): Statuses =>
  Object.fromEntries(photos.map(({ kind, status }) => [kind, status]));
