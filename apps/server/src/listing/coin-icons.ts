import type { Pool } from 'pg';
import type { Uploads } from '../files/uploads.ts';
import { ApiError } from '../kit/api-error.ts';
import { inTransaction } from '../kit/postgres/transaction.ts';
import { staffSender } from '../kit/sender.ts';
import type { Coins } from '../projections/tables/coins.ts';

/** The maximum number of cached icons; an icon takes about ten kilobytes. */
const MOST_KEPT = 1_000;

const iconUrl = (id: string): string => `/api/v3/coin-icon?id=${id}`;

/**
 * Icons that operators have uploaded for coins. An icon is public while a coin uses it. Icons never change; a new icon
 * has a new id.
 */
export class CoinIcons {
  readonly #pool: Pool;
  readonly #uploads: Uploads;
  readonly #coins: Pick<Coins, 'all'>;
  readonly #kept = new Map<string, Buffer>();

  constructor(pool: Pool, uploads: Uploads, coins: Pick<Coins, 'all'>) {
    this.#pool = pool;
    this.#uploads = uploads;
    this.#coins = coins;
  }

  /** Stores an uploaded icon and returns its URL. The icon is public once a coin uses it. Errors: unknown_upload. */
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

  /** A public icon. Errors: unknown_picture, also if no coin uses the icon. */
  async read(id: string): Promise<Buffer> {
    const url = iconUrl(id);
    if (!this.#coins.all().some(({ image }) => image === url)) throw new ApiError('unknown_picture');
    const known = this.#kept.get(id);
    if (known !== undefined) return known;
    const jpeg = await this.readAny(id);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size < MOST_KEPT) break;
      this.#kept.delete(oldest);
    }
    this.#kept.set(id, jpeg);
    return jpeg;
  }

  /** An icon for staff, even if no coin uses it. Errors: unknown_picture. */
  async readAny(id: string): Promise<Buffer> {
    const { rows } = await this.#pool.query<{ jpeg: Buffer }>('select jpeg from coin_icon where id = $1', [id]);
    if (rows[0] === undefined) throw new ApiError('unknown_picture');
    return rows[0].jpeg;
  }

  /**
   * Deletes icons older than an hour that no coin uses, unless a request to use them is pending or has been approved.
   */
  async sweep(): Promise<void> {
    await this.#pool.query(
      `delete from coin_icon where added_at < now() - interval '1 hour'
         and not exists (select from coins where image = $1::text || coin_icon.id)
         and not exists (
           select from approval
           where coalesce(parameters #>> '{description,image}', parameters #>> '{after,image}') = $1::text || coin_icon.id
             and (state = 'done' or (state = 'waiting' and expires_at > now())))`,
      [iconUrl('')],
    );
  }
}
