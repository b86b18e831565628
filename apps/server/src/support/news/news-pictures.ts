import type { Pool, PoolClient } from 'pg';
import type { Uploads } from '../../files/uploads.ts';
import { ApiError } from '../../kit/api-error.ts';
import { KeyedMutex } from '../../kit/keyed-mutex.ts';
import { staffSender } from '../../kit/sender.ts';

/** A picture in a news item, with its alternative text. */
export interface NewsPicture {
  readonly id: string;
  readonly alt: string;
}

/** A picture as specified in a call: an uploaded file, or no upload if the current picture stays. */
export interface NamedPicture {
  readonly uploadId: string | undefined;
  readonly alt: string;
}

/** An upload to be stored as a picture, in the transaction that writes the version of the news item. */
interface SentPicture {
  readonly id: string;
  readonly sender: string;
  readonly jpeg: Buffer;
}

/** Size of the cache in memory: about two hundred pictures of the usual size. */
const MOST_KEPT_BYTES = 64_000_000;

/**
 * The maximum number of reads that may wait. Without this limit, they would queue endlessly if the database does not
 * respond.
 */
const MOST_WAITING = 50;

/** Pictures in news items. They never change; a new picture has a new id. */
export class NewsPictures {
  readonly #pool: Pool;
  readonly #uploads: Uploads;
  /** The cached pictures, least recently used first. */
  readonly #kept = new Map<string, Buffer>();
  #keptBytes = 0;
  /** Reads one picture at a time: a megabyte read from the database takes 40 ms of the core's thread. */
  readonly #reading = new KeyedMutex();
  #waiting = 0;

  constructor(pool: Pool, uploads: Uploads) {
    this.#pool = pool;
    this.#uploads = uploads;
  }

  /** Reads the uploaded picture that a call names; undefined if the call names no upload. Errors: unknown_upload. */
  async sent(staffId: string, named: NamedPicture | undefined): Promise<SentPicture | undefined> {
    if (named?.uploadId === undefined) return undefined;
    const sender = staffSender(staffId);
    const { bytes } = await this.#uploads.read(sender, 'news_picture', named.uploadId);
    return { id: named.uploadId, sender, jpeg: bytes };
  }

  /** Stores the picture. Errors: unknown_upload, if another news item has claimed the upload in the meantime. */
  async storeWithin(transaction: PoolClient, { id, sender, jpeg }: SentPicture): Promise<void> {
    await this.#uploads.takeWithin(transaction, sender, id);
    await transaction.query('insert into news_picture (id, jpeg) values ($1, $2)', [id, jpeg]);
  }

  /**
   * Deletes the upload after the version has been written. If this fails, an hourly job deletes the upload once it is
   * an hour old.
   */
  async forgetUpload(sent: SentPicture | undefined): Promise<void> {
    if (sent !== undefined) await this.#uploads.erase(sent.id).catch(() => undefined);
  }

  /** A picture of any version. Errors: unknown_picture; busy, if too many reads are waiting for the database. */
  async read(id: string): Promise<Buffer> {
    return this.#known(id) ?? this.#readInTurn(id);
  }

  async #readInTurn(id: string): Promise<Buffer> {
    if (this.#waiting === MOST_WAITING) throw new ApiError('busy');
    this.#waiting += 1;
    try {
      return await this.#reading.runExclusive('', async () => this.#known(id) ?? this.#keep(id, await this.#fetch(id)));
    } finally {
      this.#waiting -= 1;
    }
  }

  #known(id: string): Buffer | undefined {
    const picture = this.#kept.get(id);
    if (picture === undefined) return undefined;
    this.#kept.delete(id);
    this.#kept.set(id, picture);
    return picture;
  }

  #keep(id: string, picture: Buffer): Buffer {
    this.#kept.set(id, picture);
    this.#keptBytes += picture.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#keptBytes <= MOST_KEPT_BYTES) break;
      this.#kept.delete(oldest);
      this.#keptBytes -= length;
    }
    return picture;
  }

  async #fetch(id: string): Promise<Buffer> {
    const { rows } = await this.#pool.query<{ jpeg: Buffer }>('select jpeg from news_picture where id = $1', [id]);
    if (rows[0] === undefined) throw new ApiError('unknown_picture');
    return rows[0].jpeg;
  }
}
