import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { ApiError } from '../kit/api-error.ts';
import type { Blobs } from '../providers/blobs/blobs.ts';
import { type CleanFile, cleanFile, type SentBytes, type UploadPurpose } from './clean-file.ts';
import { type KeyRing, openedFile } from './key-ring.ts';
import type { Pictures } from './pictures.ts';

/** How long a form can reference an upload: longer than anyone needs to complete a form. */
const KEPT_HOURS = 1;

export interface UploadsParts {
  readonly pool: Pool;
  readonly ring: KeyRing;
  readonly blobs: Blobs;
  readonly pictures: Pictures;
}

interface UploadRow {
  readonly type: CleanFile['type'];
  readonly width: number | null;
  readonly height: number | null;
}

/**
 * Files between their upload and the form that references them. They are sanitized on arrival and stored encrypted for
 * their sender.
 */
export class Uploads {
  readonly #parts: UploadsParts;

  constructor(parts: UploadsParts) {
    this.#parts = parts;
  }

  /**
   * Stores a file and returns the id by which the sender's form references it. Errors: those of an upload, in the
   * contract.
   */
  async store(sender: string, sent: SentBytes): Promise<string> {
    const { pool, ring, blobs, pictures } = this.#parts;
    const file = await cleanFile(pictures, sender, sent);
    const { width = null, height = null } = 'width' in file ? file : {};
    const id = randomUUID();
    // The row is written before the bytes, so that bytes left behind by a crash can be found by their row.
    await pool.query(
      'insert into upload (id, sender, purpose, type, width, height, key_id) values ($1, $2, $3, $4, $5, $6, $7)',
      [id, sender, sent.purpose, file.type, width, height, ring.newest],
    );
    await blobs.put(blobName(id), await ring.sealFile(file.bytes, contextOf(sender, id)));
    return id;
  }

  /**
   * The file, for the form that references it. Errors: unknown_upload, also if it has expired or belongs to another
   * sender or purpose.
   */
  async read(sender: string, purpose: UploadPurpose, id: string): Promise<CleanFile> {
    const { pool, ring, blobs } = this.#parts;
    const { rows } = await pool.query<UploadRow>(
      `select type, width, height from upload
       where id = $1 and sender = $2 and purpose = $3 and added_at > now() - interval '${KEPT_HOURS} hours'`,
      [id, sender, purpose],
    );
    const row = rows[0];
    const sealed = row && (await blobs.get(blobName(id)));
    if (row === undefined || sealed === undefined) throw new ApiError('unknown_upload');
    const bytes = await openedFile(ring, sealed, contextOf(sender, id));
    if (row.type === 'application/pdf') return { type: row.type, bytes };
    return { type: row.type, bytes, width: row.width ?? 0, height: row.height ?? 0 };
  }

  /**
   * Claims the file in the transaction of the form that references it: of several concurrent forms, only one gets it.
   * The row stays until `erase`, so that a sweep can find the file. Errors: unknown_upload.
   */
  async takeWithin(transaction: Pick<PoolClient, 'query'>, sender: string, id: string): Promise<void> {
    const { rowCount } = await transaction.query(`update upload set sender = '' where id = $1 and sender = $2`, [
      id,
      sender,
    ]);
    if (rowCount !== 1) throw new ApiError('unknown_upload');
  }

  /** Erases the file. Call it once the form has claimed it. */
  async erase(id: string): Promise<void> {
    await this.#parts.blobs.erase(blobName(id));
    await this.#parts.pool.query('delete from upload where id = $1', [id]);
  }

  /** Erases files that no form has claimed in time, and those whose erasure after a claim was interrupted. */
  async sweep(): Promise<void> {
    const { rows } = await this.#parts.pool.query<{ id: string }>(
      `select id from upload where added_at < now() - interval '${KEPT_HOURS} hours'`,
    );
    for (const { id } of rows) await this.erase(id);
  }
}

const contextOf = (sender: string, id: string): string => `upload of ${sender}, ${id}`;
const blobName = (id: string): string => `upload-${id}`;
