import type { endpoints, ResponseOf } from '@vitrine/contract';
import type { Pool } from 'pg';
import { ApiError } from '../kit/api-error.ts';
import { inTransaction } from '../kit/postgres/transaction.ts';

/** How many drafts a member of staff may have. The contract limits the size of each. */
const MOST_DRAFTS = 10;

export type DraftView = ResponseOf<typeof endpoints.consoleListingDrafts>['drafts'][number];

interface DraftRow extends Pick<DraftView, 'kind' | 'fields'> {
  readonly id: string;
  readonly saved_at: Date;
}

/** Drafts of the form for a market: every call concerns only the drafts of the member of staff who makes it. */
export class ListingDrafts {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Newest first. */
  async of(staffId: string): Promise<DraftView[]> {
    const { rows } = await this.#pool.query<DraftRow>(
      'select id, kind, fields, saved_at from listing_draft where staff_id = $1 order by saved_at desc, id',
      [staffId],
    );
    return rows.map(({ id, kind, fields, saved_at }) => ({ draft_id: id, kind, fields, saved_at: saved_at.getTime() }));
  }

  /** Stores a draft, or replaces it. Errors: too_many_drafts. */
  async save(staffId: string, { draft_id, kind, fields }: Omit<DraftView, 'saved_at'>): Promise<void> {
    await inTransaction(this.#pool, async (transaction) => {
      // Locks the member's row, so that concurrent calls together cannot save more drafts than allowed.
      await transaction.query('select from staff_member where id = $1 for no key update', [staffId]);
      await transaction.query(
        `insert into listing_draft (staff_id, id, kind, fields) values ($1, $2, $3, $4)
         on conflict (staff_id, id) do update set kind = excluded.kind, fields = excluded.fields, saved_at = now()`,
        [staffId, draft_id, kind, JSON.stringify(fields)],
      );
      const { rows } = await transaction.query<{ n: number }>(
        'select count(*)::int as n from listing_draft where staff_id = $1',
        [staffId],
      );
      if ((rows[0]?.n ?? 0) > MOST_DRAFTS) throw new ApiError('too_many_drafts', { most: String(MOST_DRAFTS) });
    });
  }

  /** Deletes a draft, if there is one with this id. */
  async discard(staffId: string, draftId: string, database: Pick<Pool, 'query'> = this.#pool): Promise<void> {
    await database.query('delete from listing_draft where staff_id = $1 and id = $2', [staffId, draftId]);
  }

  /** Submits the drafted request for approval and deletes the draft, atomically. */
  async request<T>(
    staffId: string,
    draftId: string | undefined,
    ask: (database: Pick<Pool, 'query'>) => Promise<T>,
  ): Promise<T> {
    if (draftId === undefined) return ask(this.#pool);
    return inTransaction(this.#pool, async (transaction) => {
      await this.discard(staffId, draftId, transaction);
      return ask(transaction);
    });
  }
}
