import type { Pool, PoolClient } from 'pg';
import { ApiError } from '../../kit/api-error.ts';

/** The terms of the referral programme. Amounts are whole USDT. */
export interface ReferralTerms {
  /** Fee credit for both when the friend is verified. */
  readonly joinedUsdt: number;
  /** Further fee credit for both when the friend first buys or deposits more than `bonusAboveUsdt` at once. */
  readonly bonusUsdt: number;
  readonly bonusAboveUsdt: number;
  /** The inviter's share of the friend's fees. */
  readonly commissionPpm: number;
  /** Whether new friends can join. */
  readonly isOpen: boolean;
}

export interface Programme extends ReferralTerms {
  readonly version: number;
}

interface Row {
  readonly version: number;
  readonly joined_usdt: number;
  readonly bonus_usdt: number;
  readonly bonus_above_usdt: number;
  readonly commission_ppm: number;
  readonly is_open: boolean;
}

/** The versions of the referral programme. Versions are immutable: a referral keeps the one it joined under. */
export class Programmes {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** The newest version; undefined if operators have set none. */
  async current(database: Pick<Pool, 'query'> = this.#pool): Promise<Programme | undefined> {
    const { rows } = await database.query<Row>('select * from referral_programmes order by version desc limit 1');
    return rows[0] && fromRow(rows[0]);
  }

  async all(): Promise<ReadonlyMap<number, Programme>> {
    const { rows } = await this.#pool.query<Row>('select * from referral_programmes');
    return new Map(rows.map((row) => [row.version, fromRow(row)]));
  }

  /**
   * Adds the version after `version`. The newest version is read under a lock, so of two concurrent changes to the same
   * version one is refused. Errors: terms_changed.
   */
  async add(database: PoolClient, version: number, terms: ReferralTerms, approval: number): Promise<void> {
    await database.query('select pg_advisory_xact_lock($1)', [TERMS_LOCK]);
    if (((await this.current(database))?.version ?? 0) !== version) throw new ApiError('terms_changed');
    await insert(database, version + 1, terms, approval);
  }

  /** Adds the sandbox's programme, unless one exists. */
  async bring(terms: ReferralTerms): Promise<void> {
    if ((await this.current()) === undefined) await insert(this.#pool, 1, terms, null);
  }
}

/** Advisory lock key that serializes new versions: the ASCII codes of 'term'. */
const TERMS_LOCK = 0x7465726d;

const insert = (
  database: Pick<Pool, 'query'>,
  version: number,
  { joinedUsdt, bonusUsdt, bonusAboveUsdt, commissionPpm, isOpen }: ReferralTerms,
  approval: number | null,
) =>
  database.query(
    `insert into referral_programmes
       (version, joined_usdt, bonus_usdt, bonus_above_usdt, commission_ppm, is_open, approval_id)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [version, joinedUsdt, bonusUsdt, bonusAboveUsdt, commissionPpm, isOpen, approval],
  );

const fromRow = (row: Row): Programme => ({
  version: row.version,
  joinedUsdt: row.joined_usdt,
  bonusUsdt: row.bonus_usdt,
  bonusAboveUsdt: row.bonus_above_usdt,
  commissionPpm: row.commission_ppm,
  isOpen: row.is_open,
});
