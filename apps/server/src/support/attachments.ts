import { randomUUID } from 'node:crypto';
import type { OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';
import { ApiError } from '../http/api-error.ts';
import type { AttemptLimit, AttemptLimits } from '../identity/attempt-limits.ts';
import type { KeyRing } from '../kyc/key-ring.ts';
import { bytesOfDataUrl, cleanPicture } from '../kyc/photo-image.ts';
import { opened } from '../kyc/vault.ts';
import type { Blobs } from '../providers/blobs/blobs.ts';

/** Files sent per client, or by one operator to one. */
const FILES: AttemptLimit = { name: 'support_file', attempts: 30, windowSeconds: 3_600 };
const MEGABYTES = 5;
const MOST_BYTES = MEGABYTES * 1024 * 1024;
const BATCH = 100;

export type AttachmentType = 'image/jpeg' | 'application/pdf';

/** A file as it comes: its name is the sender's word, its content says what it is. */
export interface SentFile {
  readonly name: string;
  /** Data URL. */
  readonly data: string;
}

export interface AttachmentFile {
  readonly name: string;
  readonly type: AttachmentType;
  readonly bytes: Buffer;
}

interface AttachmentRow {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly type: AttachmentType;
}

export interface AttachmentsParts {
  readonly pool: Pool;
  readonly ring: KeyRing;
  readonly blobs: Blobs;
  readonly limits: AttemptLimits;
}

/** Files of conversations: pictures made anew, PDF as it came, both sealed for the one conversation they belong to. */
export class Attachments {
  readonly #parts: AttachmentsParts;

  constructor(parts: AttachmentsParts) {
    this.#parts = parts;
  }

  /**
   * Puts a file in its place and answers its id; it is nobody's to see before a message takes it.
   * Errors: attachment_refused, attachment_too_large, those of pictures, too_many_requests.
   */
  async store(owner: OwnerId, by: string, sent: SentFile): Promise<string> {
    const { pool, ring, blobs, limits } = this.#parts;
    await limits.count(FILES, `${owner}:${by}`);
    const { name, type, bytes } = await cleanFile(sent);
    const id = randomUUID();
    await pool.query(
      'insert into support_attachment (id, owner, name, type, size_bytes, key_id) values ($1, $2, $3, $4, $5, $6)',
      [id, owner, name, type, bytes.length, ring.newest],
    );
    await blobs.put(blobName(id), ring.seal(bytes, contextOf(owner, id)));
    return id;
  }

  /** A file of a message in this client's conversation. Errors: unknown_attachment. */
  async read(owner: OwnerId, id: string): Promise<AttachmentFile> {
    const { pool, ring, blobs } = this.#parts;
    const { rows } = await pool.query<AttachmentRow>(
      'select id, owner, name, type from support_attachment where id = $1 and owner = $2 and message_id is not null',
      [id, owner],
    );
    const row = rows[0];
    const sealed = row && (await blobs.get(blobName(id)));
    if (row === undefined || sealed === undefined) throw new ApiError('unknown_attachment');
    return { name: row.name, type: row.type, bytes: opened(() => ring.open(sealed, contextOf(owner, id))) };
  }

  /** Erases what no message took, and seals with the newest key what an older one still holds. */
  async keep(): Promise<void> {
    const { pool, blobs } = this.#parts;
    const { rows } = await pool.query<{ id: string }>(
      `select id from support_attachment where message_id is null and added_at < now() - interval '1 hour'`,
    );
    for (const { id } of rows) {
      await blobs.erase(blobName(id));
      await pool.query('delete from support_attachment where id = $1 and message_id is null', [id]);
    }
    while ((await this.#reseal()) === BATCH);
  }

  async #reseal(): Promise<number> {
    const { pool, ring, blobs } = this.#parts;
    const { rows } = await pool.query<AttachmentRow>(
      `select id, owner, name, type from support_attachment
       where key_id <> $1 and message_id is not null limit ${BATCH}`,
      [ring.newest],
    );
    for (const { id, owner } of rows) {
      const { bytes } = await this.read(Number(owner), id);
      await blobs.put(blobName(id), ring.seal(bytes, contextOf(Number(owner), id)));
      await pool.query('update support_attachment set key_id = $2 where id = $1', [id, ring.newest]);
    }
    return rows.length;
  }
}

const contextOf = (owner: OwnerId, id: string): string => `file of the conversation with ${owner}, ${id}`;
const blobName = (id: string): string => `support-${id}`;

async function cleanFile({ name, data }: SentFile): Promise<AttachmentFile> {
  const bytes = bytesOfDataUrl(data);
  if (bytes === undefined || bytes.length === 0) throw new ApiError('attachment_refused');
  if (bytes.length > MOST_BYTES) throw new ApiError('attachment_too_large', { megabytes: String(MEGABYTES) });
  if (bytes.toString('latin1', 0, 5) === '%PDF-') return { name: named(name, 'pdf'), type: 'application/pdf', bytes };
  const { jpeg } = await cleanPicture(bytes, 1).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'photo_not_image') throw new ApiError('attachment_refused');
    throw error;
  });
  return { name: named(name, 'jpg'), type: 'image/jpeg', bytes: jpeg };
}

const LONGEST_STEM = 80;

/** The sender's name for it, without folders, controls and what turns the writing round, ending in what it is. */
function named(name: string, ending: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const stem = last
    .replace(/\.[^.]*$/, '')
    .replace(/[\p{C}"<>:|?*]/gu, '')
    .trim()
    .slice(0, LONGEST_STEM);
  return `${stem || 'file'}.${ending}`;
}
