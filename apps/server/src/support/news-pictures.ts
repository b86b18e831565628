import type { Pool, PoolClient } from 'pg';
import { ApiError } from '../http/api-error.ts';
import { staffSender, type Uploads } from '../uploads/uploads.ts';

/** A picture of news and what it shows, for those who do not see it. */
export interface NewsPicture {
  readonly id: string;
  readonly alt: string;
}

/** A picture as a call names it: a file that was uploaded before, or none where the present picture stays. */
export interface NamedPicture {
  readonly uploadId: string | undefined;
  readonly alt: string;
}

/** An upload on its way into the transaction that writes the version which names it. */
interface SentPicture {
  readonly id: string;
  readonly sender: string;
  readonly jpeg: Buffer;
}

/** So many are kept in memory: what a page shows at once, and twice that. */
const MOST_KEPT = 16;

/** Pictures of news. They never change; a new one has an id of its own. */
export class NewsPictures {
  readonly #pool: Pool;
  readonly #uploads: Uploads;
  /** The least recently asked for first. A megabyte read from the database takes 40 ms of the core's thread. */
  readonly #kept = new Map<string, Promise<Buffer>>();

  constructor(pool: Pool, uploads: Uploads) {
    this.#pool = pool;
    this.#uploads = uploads;
  }

  /** Errors: unknown_upload. */
  async sent(staffId: string, named: NamedPicture | undefined): Promise<SentPicture | undefined> {
    if (named?.uploadId === undefined) return undefined;
    const sender = staffSender(staffId);
    const { bytes } = await this.#uploads.read(sender, 'news_picture', named.uploadId);
    return { id: named.uploadId, sender, jpeg: bytes };
  }

  /** Errors: unknown_upload, where other news have taken it meanwhile. */
  async storeWithin(transaction: PoolClient, { id, sender, jpeg }: SentPicture): Promise<void> {
    await this.#uploads.takeWithin(transaction, sender, id);
    await transaction.query('insert into news_picture (id, jpeg) values ($1, $2)', [id, jpeg]);
  }

  /** The upload, once its version is written. What a fault leaves behind is swept away within the hour. */
  async forgetUpload(sent: SentPicture | undefined): Promise<void> {
    if (sent !== undefined) await this.#uploads.erase(sent.id).catch(() => undefined);
  }

  /** Of any version. Errors: unknown_picture. */
  read(id: string): Promise<Buffer> {
    const picture = this.#kept.get(id) ?? this.#fetch(id);
    this.#kept.delete(id);
    this.#kept.set(id, picture);
    picture.catch(() => this.#kept.delete(id));
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) break;
      this.#kept.delete(oldest);
    }
    return picture;
  }

  async #fetch(id: string): Promise<Buffer> {
    const { rows } = await this.#pool.query<{ jpeg: Buffer }>('select jpeg from news_picture where id = $1', [id]);
    if (rows[0] === undefined) throw new ApiError('unknown_picture');
    return rows[0].jpeg;
  }
}
