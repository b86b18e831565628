import type { Pool } from 'pg';
import type { Uploads } from '../files/uploads.ts';
import { ApiError } from '../kit/api-error.ts';
import { inTransaction } from '../kit/postgres/transaction.ts';
import { staffSender } from '../kit/sender.ts';

/** The maximum number of cached icons; an icon takes about ten kilobytes. */
const MOST_KEPT = 1_000;

const iconUrl = (id: string): string => `/api/v3/coin-icon?id=${id}`;

/** Icons that operators have uploaded for coins. They never change; a new icon has a new id. */
export class CoinIcons {
  readonly #pool: Pool;
  readonly #uploads: Uploads;
  readonly #kept = new Map<string, Buffer>();

  constructor(pool: Pool, uploads: Uploads) {
    this.#pool = pool;
    this.#uploads = uploads;
  }

  /**
   * Stores an uploaded icon and returns its URL: it is public from now on, but nothing refers to it until the request
   * is approved. Errors: unknown_upload.
   */
  async take(staffId: string, uploadId: string): Promise<string> {
    const sender = staffSender(staffId);
    const { bytes } = await this.#uploads.read(sender, 'coin_icon', uploadId);
    await inTransaction(this.#pool, async (transaction) => {
      await this.#uploads.takeWithin(transaction, sender, uploadId);
      await transaction.query('insert into coin_icon (id, jpeg) values ($1, $2)', [uploadId, bytes]);
    });
    // If this fails, the upload is deleted within the hour.
    await this.#uploads.erase(uploadId).catch(() => undefined);
    return iconUrl(uploadId);
  }

  /** Errors: unknown_picture. */
  async read(id: string): Promise<Buffer> {
    const known = this.#kept.get(id);
    if (known !== undefined) return known;
    const { rows } = await this.#pool.query<{ jpeg: Buffer }>('select jpeg from coin_icon where id = $1', [id]);
    const jpeg = rows[0]?.jpeg;
    if (jpeg === undefined) throw new ApiError('unknown_picture');
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size < MOST_KEPT) break;
      this.#kept.delete(oldest);
    }
    this.#kept.set(id, jpeg);
    return jpeg;
  }
}
