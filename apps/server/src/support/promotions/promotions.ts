import type { Language } from '@vitrine/contract/languages';
import type { Pool, PoolClient } from 'pg';
import type { Uploads } from '../../files/uploads.ts';
import { ApiError } from '../../kit/api-error.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import { NewsPictures } from '../news/news-pictures.ts';
import { isAllowed, isLink } from './link.ts';

export interface PromotionText {
  readonly title: string;
  readonly text: string;
  /** What the picture shows; empty without a picture. */
  readonly alt: string;
}

interface Content {
  readonly place: 'banner' | 'promotion';
  readonly texts: Readonly<Partial<Record<Language, PromotionText>>>;
  readonly link: string;
  readonly startsAtMs: number;
  readonly endsAtMs: number;
}

/** A promotion as submitted in a call. */
export interface PromotionDraft extends Content {
  readonly uploadId: string | undefined;
  /** Whether the picture of the previous version is removed. */
  readonly dropsPicture: boolean;
}

export interface Promotion extends Content {
  readonly id: number;
  readonly version: number;
  readonly picture: string | undefined;
  readonly isWithdrawn: boolean;
  readonly writtenBy: string;
  readonly atMs: number;
  readonly reason: string;
}

/** The version on which a change is based, and the change's author and reason. */
export interface PromotionChange {
  readonly version: number;
  readonly staffId: string;
  readonly reason: string;
}

interface Row {
  readonly promotion_id: string;
  readonly version: number;
  readonly place: Content['place'];
  readonly texts: Content['texts'];
  readonly link: string;
  readonly picture: string | null;
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly is_withdrawn: boolean;
  readonly written_by: string;
  readonly at: Date;
  readonly reason: string;
}

const select = `
  select version.*, member.name as written_by
  from promotion_version version join staff_member member on member.id = version.staff_id
  where version.version = (
    select max(version) from promotion_version newest where newest.promotion_id = version.promotion_id)`;
const isShown = 'not version.is_withdrawn and version.starts_at <= now() and now() < version.ends_at';

/** Maximum number of promotions shown at once; more would push the page's own content out of view. */
const MOST_SHOWN = 6;
const LISTED = 200;
/**
 * How long the list is cached. A change is visible immediately on the server that made it, and after this time on the
 * others.
 */
const KEPT_MS = 1_000;
/** The latest time that can be stored; later times are stored as this time. */
const LAST_MS = Date.UTC(9999, 11, 31);

/** Promotions and banners that operators publish for a limited time. Every version is stored; the newest is current. */
export class Promotions {
  readonly #pool: Pool;
  readonly #pictures: NewsPictures;
  readonly #hosts: readonly string[];
  #kept: { readonly atMs: number; readonly shown: Promise<Promotion[]> } | undefined;

  /**
   * `hosts`: the other sites to which promotions may link. They are a setting, so that no single member of staff can
   * send clients to a site of their own.
   */
  constructor(pool: Pool, uploads: Uploads, hosts: readonly string[]) {
    this.#pool = pool;
    this.#hosts = hosts;
    this.#pictures = new NewsPictures(pool, uploads);
  }

  /** The promotions shown now, newest first; at most 6. Promotions that link to a site no longer allowed are left out. */
  shown(): Promise<Promotion[]> {
    const nowMs = performance.now();
    if (this.#kept === undefined || nowMs - this.#kept.atMs >= KEPT_MS) {
      const shown = this.#list(isShown, MOST_SHOWN).then((all) =>
        all.filter(({ link }) => isAllowed(link, this.#hosts)),
      );
      this.#kept = { atMs: nowMs, shown };
      shown.catch(() => {
        this.#kept = undefined;
      });
    }
    return this.#kept.shown;
  }

  /** All promotions, including scheduled and ended ones, newest first. */
  all(): Promise<Promotion[]> {
    return this.#list('true', LISTED);
  }

  async #list(condition: string, limit: number): Promise<Promotion[]> {
    const { rows } = await this.#pool.query<Row>(
      `${select} and ${condition} order by version.starts_at desc, version.promotion_id desc limit ${limit}`,
    );
    return rows.map(toPromotion);
  }

  /** The picture of a promotion that is currently shown. Errors: unknown_picture, busy. */
  async picture(id: string): Promise<Buffer> {
    if (!(await this.shown()).some(({ picture }) => picture === id)) throw new ApiError('unknown_picture');
    return this.#pictures.read(id);
  }

  /** Errors: promotion_incomplete, link_not_allowed, unknown_upload. */
  async publish(draft: PromotionDraft, staffId: string): Promise<Promotion> {
    const id = await this.#store(draft, undefined, { version: 0, staffId, reason: '' });
    return this.#newest(id);
  }

  /** Errors: unknown_promotion, promotion_changed, promotion_incomplete, link_not_allowed, unknown_upload. */
  async edit(id: number, draft: PromotionDraft, change: PromotionChange): Promise<Promotion> {
    const present = await this.#newest(id);
    await this.#store(draft, present, change);
    return this.#newest(id);
  }

  /** Errors: unknown_promotion, promotion_changed. */
  async withdraw(id: number, change: PromotionChange): Promise<Promotion> {
    const present = await this.#newest(id);
    await insert(this.#pool, id, present, { ...change, isWithdrawn: true });
    this.#kept = undefined;
    return this.#newest(id);
  }

  async #store(draft: PromotionDraft, present: Promotion | undefined, change: PromotionChange): Promise<number> {
    const { uploadId } = draft;
    const sent = await this.#pictures.sent(change.staffId, uploadId === undefined ? undefined : { uploadId, alt: '' });
    const picture = sent?.id ?? (draft.dropsPicture ? undefined : present?.picture);
    check(draft, picture !== undefined);
    if (!isAllowed(draft.link, this.#hosts)) throw new ApiError('link_not_allowed');
    const id = await inTransaction(this.#pool, async (client) => {
      const made = present?.id ?? (await newPromotion(client));
      if (sent !== undefined) await this.#pictures.storeWithin(client, sent);
      await insert(client, made, { ...draft, picture }, { ...change, isWithdrawn: false });
      return made;
    });
    this.#kept = undefined;
    await this.#pictures.forgetUpload(sent);
    return id;
  }

  async #newest(id: number): Promise<Promotion> {
    const { rows } = await this.#pool.query<Row>(`${select} and version.promotion_id = $1`, [id]);
    if (rows[0] === undefined) throw new ApiError('unknown_promotion');
    return toPromotion(rows[0]);
  }
}

/**
 * Errors: promotion_incomplete, if the English text, a time, the link or a picture's description is missing or invalid.
 */
function check({ texts, link, startsAtMs, endsAtMs }: PromotionDraft, hasPicture: boolean): void {
  const described = Object.values(texts).every(({ alt }) => !hasPicture || alt.trim() !== '');
  if (texts.en === undefined || startsAtMs >= Math.min(endsAtMs, LAST_MS) || !described || !isLink(link))
    throw new ApiError('promotion_incomplete');
}

async function newPromotion(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ id: string }>('insert into promotion default values returning id');
  return Number(rows[0]?.id);
}

/** Stores the next version. Errors: promotion_changed, if another change was made first. */
async function insert(
  client: Pick<PoolClient, 'query'>,
  id: number,
  { place, texts, link, startsAtMs, endsAtMs, picture }: Content & Pick<Promotion, 'picture'>,
  { version, staffId, reason, isWithdrawn }: PromotionChange & Pick<Promotion, 'isWithdrawn'>,
): Promise<void> {
  const { rowCount } = await client.query(
    `insert into promotion_version
       (promotion_id, version, place, texts, link, picture, starts_at, ends_at, is_withdrawn, staff_id, reason)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11
     where coalesce((select max(version) from promotion_version where promotion_id = $1), 0) = $2 - 1
     on conflict do nothing`,
    [
      id,
      version + 1,
      place,
      JSON.stringify(texts),
      link,
      picture ?? null,
      new Date(startsAtMs),
      new Date(Math.min(endsAtMs, LAST_MS)),
      isWithdrawn,
      staffId,
      reason.trim(),
    ],
  );
  if (rowCount !== 1) throw new ApiError('promotion_changed');
}

const toPromotion = (row: Row): Promotion => ({
  id: Number(row.promotion_id),
  version: row.version,
  place: row.place,
  texts: row.texts,
  link: row.link,
  picture: row.picture ?? undefined,
  startsAtMs: row.starts_at.getTime(),
  endsAtMs: row.ends_at.getTime(),
  isWithdrawn: row.is_withdrawn,
  writtenBy: row.written_by,
  atMs: row.at.getTime(),
  reason: row.reason,
});
