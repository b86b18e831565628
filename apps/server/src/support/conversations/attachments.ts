import { randomUUID } from 'node:crypto';
import type { OwnerId } from '@vitrine/core';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import type { CleanFile } from '../../files/clean-file.ts';
import { CannotOpen, type KeyRing, openedFile } from '../../files/key-ring.ts';
import type { Uploads } from '../../files/uploads.ts';
import { ApiError } from '../../kit/api-error.ts';
import { clientSender, staffSender } from '../../kit/sender.ts';
import { TurnLine } from '../../kit/turn-line.ts';
import type { Blobs } from '../../providers/blobs/blobs.ts';

const BATCH = 100;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
/** Limits on sending messages with files. Each message holds its file in memory, both decrypted and re-encrypted. */
const SENDING = { atOnce: 4, mostWaiting: 50 };
/** The maximum total size of the files in a client's conversation: one account must not fill the disk. */
const MOST_MEGABYTES = 100;

export type AttachmentType = CleanFile['type'];

/** A file that was uploaded before the message that references it. Its name is chosen by the sender. */
export interface SentFile {
  readonly name: string;
  readonly upload_id: string;
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
  readonly uploads: Uploads;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** Files in conversations, each sealed for the one conversation that it belongs to. */
export class Attachments {
  readonly #parts: AttachmentsParts;
  readonly #sending = new TurnLine(SENDING);

  constructor(parts: AttachmentsParts) {
    this.#parts = parts;
  }

  /**
   * Sends messages with files one at a time per sender: otherwise, many messages that name the same upload would each
   * hold and store a copy of it. A message is dropped if its sender disconnects while it waits. Errors: busy.
   */
  inTurn<T>(owner: OwnerId, staffId: string | null, gone: AbortSignal, send: () => Promise<T>): Promise<T> {
    return this.#sending.run(senderOf(owner, staffId), gone, send);
  }

  /**
   * Stores an uploaded file and returns its id. The file is not visible until a message references it. `staffId` is the
   * sender, null for the client. Errors: unknown_upload, attachments_full.
   */
  async store(owner: OwnerId, staffId: string | null, sent: SentFile): Promise<string> {
    const { pool, ring, blobs, uploads } = this.#parts;
    const sender = senderOf(owner, staffId);
    const { type, bytes } = await uploads.read(sender, 'attachment', sent.upload_id);
    if (staffId === null) await this.#demandRoom(owner, bytes.length);
    const name = named(sent.name, ENDINGS[type]);
    const id = randomUUID();
    await pool.query(
      'insert into support_attachment (id, owner, name, type, size_bytes, key_id) values ($1, $2, $3, $4, $5, $6)',
      [id, owner, name, type, bytes.length, ring.newest],
    );
    await blobs.put(blobName(id), await ring.sealFile(bytes, contextOf(owner, id)));
    return id;
  }

  async #demandRoom(owner: OwnerId, bytes: number): Promise<void> {
    const { rows } = await this.#parts.pool.query<{ total: string }>(
      'select coalesce(sum(size_bytes), 0) as total from support_attachment where owner = $1',
      [owner],
    );
    if (Number(rows[0]?.total) + bytes > MOST_MEGABYTES * 1_000_000)
      throw new ApiError('attachments_full', { megabytes: String(MOST_MEGABYTES) });
  }

  /** A file in a message of this client's conversation. Errors: unknown_attachment. */
  async read(owner: OwnerId, id: string): Promise<AttachmentFile> {
    const { pool, ring, blobs } = this.#parts;
    const { rows } = await pool.query<AttachmentRow>(
      'select id, owner, name, type from support_attachment where id = $1 and owner = $2 and message_id is not null',
      [id, owner],
    );
    const row = rows[0];
    const sealed = row && (await blobs.get(blobName(id)));
    if (row === undefined || sealed === undefined) throw new ApiError('unknown_attachment');
    return { name: row.name, type: row.type, bytes: await openedFile(ring, sealed, contextOf(owner, id)) };
  }

  /**
   * Claims the upload, in the transaction that writes the message. Errors: unknown_upload, if another message has
   * claimed it.
   */
  async takeWithin(
    transaction: Pick<PoolClient, 'query'>,
    owner: OwnerId,
    staffId: string | null,
    { upload_id }: SentFile,
  ): Promise<void> {
    await this.#parts.uploads.takeWithin(transaction, senderOf(owner, staffId), upload_id);
  }

  /**
   * Deletes the upload after its message has been written. If this fails, an hourly job deletes the upload once it is
   * an hour old.
   */
  async forgetUpload({ upload_id }: SentFile): Promise<void> {
    await this.#parts.uploads.erase(upload_id).catch(() => undefined);
  }

  /** Deletes files that no message has claimed, and re-encrypts files sealed with an older key. */
  async keep(): Promise<void> {
    const { pool, blobs, uploads } = this.#parts;
    await uploads.sweep();
    const { rows } = await pool.query<{ id: string }>(
      `select id from support_attachment where message_id is null and added_at < now() - interval '1 hour'`,
    );
    for (const { id } of rows) {
      await blobs.erase(blobName(id));
      await pool.query('delete from support_attachment where id = $1 and message_id is null', [id]);
    }
    await this.#resealAll();
  }

  /**
   * Re-encrypts all files sealed with an older key. A damaged file is reported and skipped, so that it does not prevent
   * re-encryption of the other files.
   */
  async #resealAll(): Promise<void> {
    const { log } = this.#parts;
    for (let after: string | undefined = BEFORE_ALL; after !== undefined; ) {
      const rows = await this.#sealedBefore(after);
      for (const row of rows)
        await this.#reseal(row).catch((error: unknown) => {
          if (!isDamaged(error)) throw error;
          log.error({ err: error, attachment: row.id, owner: row.owner }, 're-encrypting an attachment failed');
        });
      after = rows.length < BATCH ? undefined : rows.at(-1)?.id;
    }
  }

  /** The next batch of files that were sealed with an older key, after the file with the id `after`. */
  async #sealedBefore(after: string): Promise<AttachmentRow[]> {
    const { pool, ring } = this.#parts;
    const { rows } = await pool.query<AttachmentRow>(
      `select id, owner, name, type from support_attachment
       where key_id <> $1 and message_id is not null and id > $2 order by id limit ${BATCH}`,
      [ring.newest, after],
    );
    return rows;
  }

  async #reseal({ id, owner }: AttachmentRow): Promise<void> {
    const { pool, ring, blobs } = this.#parts;
    const { bytes } = await this.read(Number(owner), id);
    await blobs.put(blobName(id), await ring.sealFile(bytes, contextOf(Number(owner), id)));
    await pool.query('update support_attachment set key_id = $2 where id = $1', [id, ring.newest]);
  }
}

/**
 * Whether a file's bytes are damaged or missing. After any other error, such as a missing key, the next cycle retries.
 */
const isDamaged = (error: unknown): boolean =>
  (error instanceof CannotOpen && error.because === 'damaged') ||
  (error instanceof ApiError && error.code === 'unknown_attachment');

const senderOf = (owner: OwnerId, staffId: string | null): string =>
  staffId === null ? clientSender(owner) : staffSender(staffId);
const contextOf = (owner: OwnerId, id: string): string => `file of the conversation with ${owner}, ${id}`;
const blobName = (id: string): string => `support-${id}`;

const ENDINGS = { 'image/jpeg': 'jpg', 'application/pdf': 'pdf' } as const;
const LONGEST_STEM = 80;

/**
 * The sender's file name without folders, control characters and bidirectional characters, with the extension of the
 * file's actual type.
 */
function named(name: string, ending: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const stem = last
    .replace(/\.[^.]*$/, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}"<>:|?*]/gu, '')
    .trim()
    .slice(0, LONGEST_STEM);
  return `${stem || 'file'}.${ending}`;
}
