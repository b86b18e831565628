import type { Network } from '@vitrine/chains';
import type { AssetView, Core, OwnerId } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import type { Pool } from 'pg';
import { type TurnedPage, turnedById } from '../../projections/cursor-page.ts';
import { NOT_LISTED, RETURNED } from './deposits.ts';
import { type CameIn, creditOf } from './ledger-side.ts';

/** A deposit as its receiver sees it. */
export interface DepositView {
  readonly id: number;
  readonly network: Network;
  readonly coin: string;
  readonly units: AssetUnits;
  readonly address: string;
  /** The transaction's id; empty if another client sent the deposit within the exchange, which uses no network. */
  readonly txid: string;
  readonly isInternal: boolean;
  readonly ledger: 'none' | 'frozen' | 'available';
  readonly reachesMinimum: boolean;
  readonly isStuck: boolean;
  /** Confirmations up to the last block read; zero if the deposit is in no block. */
  readonly confirmations: number;
  readonly seenMs: number;
  /** When the deposit became available; undefined until then. */
  readonly availableMs: number | undefined;
  readonly availablePosition: number | undefined;
}

/** A deposit that is available, with the time at which the log made it so. */
export interface PostedDeposit {
  readonly coin: string;
  readonly units: AssetUnits;
  readonly postedMs: number;
}

interface HistoryRow extends CameIn {
  readonly reaches_minimum: boolean;
  readonly stuck: string | null;
  readonly confirmations: string;
  readonly seen_at: Date;
  readonly available_at: Date | null;
  readonly available_position: string | null;
  readonly is_internal: boolean;
}

const select = `select d.*, case when d.height is null then 0 else coalesce(
    (select max(height) from chain_blocks where network = d.network), d.height) - d.height + 1 end as confirmations
  from client_deposits d`;

/** SQL condition: deposits of coins that are not listed are not shown, neither before nor after they are returned. */
const isShown = `(d.stuck is null or d.stuck not in ('${NOT_LISTED}', '${RETURNED}'))`;

export interface DepositsQuery {
  readonly coin?: string;
  /** True selects available deposits, false pending ones; undefined selects both. */
  readonly isAvailable?: boolean;
  /** Deposits first seen at fromMs ≤ time < toMs. */
  readonly fromMs?: number;
  readonly toMs?: number;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Clients' deposits as custody records them, except those of coins that are not listed yet or were returned. */
export class DepositHistory {
  readonly #pool: Pick<Pool, 'query'>;
  readonly #core: () => Core;
  readonly #assetByCode: (code: string) => AssetView | undefined;

  constructor(pool: Pick<Pool, 'query'>, core: () => Core, assetByCode: (code: string) => AssetView | undefined) {
    this.#pool = pool;
    this.#core = core;
    this.#assetByCode = assetByCode;
  }

  /** A page of a client's deposits; 'bad_cursor' if the cursor is invalid. */
  of(owner: OwnerId, query: DepositsQuery): Promise<TurnedPage<DepositView> | 'bad_cursor'> {
    const { coin, isAvailable, fromMs, toMs } = query;
    return turnedById(query, async ({ before, after, way, limit }) => {
      const { rows } = await this.#pool.query<HistoryRow>(
        `${select} where d.owner_id = $1 and ${isShown} and ($2::text is null or d.coin = $2)
           and ($3::bigint is null or d.deposit_id < $3) and ($4::bigint is null or d.deposit_id > $4)
           and ($6::boolean is null or (d.available_at is not null) = $6)
           and ($7::float8 is null or d.seen_at >= to_timestamp($7 / 1000))
           and ($8::float8 is null or d.seen_at < to_timestamp($8 / 1000))
         order by d.deposit_id ${way} limit $5`,
        [owner, coin, before, after, limit, isAvailable, fromMs, toMs],
      );
      return rows.map((row) => this.#toView(row));
    });
  }

  /**
   * The client's deposits from outside the exchange that the log has made available at fromMs ≤ time < toMs, oldest
   * first; at most 1,000.
   */
  async posted(owner: OwnerId, fromMs: number, toMs: number): Promise<PostedDeposit[]> {
    const { rows } = await this.#pool.query<{ coin: string; units: string; ended_ms: string }>(
      `select d.coin, d.units, m.ended_ms from client_deposits d
       join money_records m on m.purpose = 'deposit' and m.record = d.deposit_id and m.state = 'posted'
       where d.owner_id = $1 and not d.is_internal and m.owner_id = $1 and m.ended_ms >= $2 and m.ended_ms < $3
       order by m.ended_position limit 1000`,
      [owner, fromMs, toMs],
    );
    return rows.map(({ coin, units, ended_ms }) => ({
      coin,
      units: Number(units) as AssetUnits,
      postedMs: Number(ended_ms),
    }));
  }

  async hasAny(owner: OwnerId, coin: string): Promise<boolean> {
    const { rows } = await this.#pool.query('select 1 from chain_deposits where owner_id = $1 and coin = $2 limit 1', [
      owner,
      coin,
    ]);
    return rows.length > 0;
  }

  /** The first deposit in a transaction: its owner, and the log position at which it became available. */
  async byTransaction(
    network: Network,
    txid: string,
  ): Promise<(DepositView & { readonly owner: OwnerId }) | undefined> {
    const { rows } = await this.#pool.query<HistoryRow>(
      `${select} where not d.is_internal and d.network = $1 and d.txid = $2
         and ${isShown} order by d.output limit 1`,
      [network, txid],
    );
    const [row] = rows;
    return row && { ...this.#toView(row), owner: Number(row.owner_id) };
  }

  #toView(row: HistoryRow): DepositView {
    return { ...toView(row), ledger: row.available_at === null ? this.#ledgerOf(row) : 'available' };
  }

  /**
   * The ledger state of a row that is not marked available. If the ledger has already posted the credit, the result is
   * still 'frozen' until the row is marked.
   */
  #ledgerOf(row: HistoryRow): 'none' | 'frozen' {
    const asset = this.#assetByCode(row.coin);
    return asset === undefined || creditOf(this.#core(), row, asset).state === 'none' ? 'none' : 'frozen';
  }
}

const toView = (row: HistoryRow): Omit<DepositView, 'ledger'> => ({
  id: Number(row.deposit_id),
  network: row.network,
  coin: row.coin,
  units: Number(row.units) as AssetUnits,
  address: row.address,
  txid: row.txid,
  isInternal: row.is_internal,
  reachesMinimum: row.reaches_minimum,
  isStuck: row.stuck !== null,
  confirmations: Number(row.confirmations),
  seenMs: row.seen_at.getTime(),
  availableMs: row.available_at?.getTime(),
  availablePosition: row.available_position === null ? undefined : Number(row.available_position),
});
