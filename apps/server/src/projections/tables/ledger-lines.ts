import type { AssetId, OrderId, OwnerId, TransferPurpose, Wallet } from '@vitrine/core';
import type { AssetUnits, TimeMs } from '@vitrine/money';
import { type Kysely, type Selectable, sql } from 'kysely';
import type pg from 'pg';
import { CopyRows } from '../projector/copy-rows.ts';
import type { LedgerLinesTable, ReadModelTables } from './tables.ts';

/**
 * Why an account changed. The last three concern positions in perpetual markets: realized PnL, funding and liquidation
 * fees.
 */
export type LedgerCause = TransferPurpose | 'trade' | 'fee' | 'futures_profit' | 'funding' | 'liquidation_fee';

/** One change to one account; never modified afterwards. */
export interface LedgerLine {
  readonly position: number;
  readonly line: number;
  readonly wallet: Wallet;
  readonly asset: AssetId;
  readonly cause: LedgerCause;
  /** Signed: positive if the account gained. */
  readonly amountUnits: AssetUnits;
  /** The balance afterwards, available and on hold together. */
  readonly balanceAfterUnits: AssetUnits;
  /** Zero if no order caused the change. */
  readonly order: OrderId;
  readonly timeMs: TimeMs;
}

/**
 * Table transfer_lines: every ledger line except those of spot trades, which are in the table of fills.
 * AccountBalancesProjection calls `add`, because it knows the balance after each line.
 */
export class LedgerLinesProjection {
  readonly #rows = new CopyRows('transfer_lines', {
    owner_id: 'bigint',
    position: 'bigint',
    line: 'integer',
    wallet: 'text',
    asset_id: 'integer',
    cause: 'text',
    amount_units: 'bigint',
    balance_after_units: 'bigint',
    order_id: 'bigint',
    time_ms: 'bigint',
  });

  add(owner: OwnerId, line: LedgerLine): void {
    this.#rows.add(
      owner,
      line.position,
      line.line,
      line.wallet,
      line.asset,
      line.cause,
      line.amountUnits,
      line.balanceAfterUnits,
      line.order,
      line.timeMs,
    );
  }

  async flush(client: pg.ClientBase): Promise<void> {
    await this.#rows.flush(client);
  }
}

/**
 * Ledger lines of one owner before the row with key (position, line), newest first: those of transfers, and those of
 * trades, derived from fills. A fill has one line per changed asset.
 */
export async function selectLedgerLines(
  database: Kysely<ReadModelTables>,
  { owner, asset }: { readonly owner: OwnerId; readonly asset: AssetId | undefined },
  key: readonly number[] | undefined,
  limit: number,
): Promise<LedgerLine[]> {
  const before = key === undefined ? sql`true` : sql`(position, line) < (${key[0]}, ${key[1]})`;
  const ofAsset = asset === undefined ? sql`true` : sql`asset_id = ${asset}`;
  const inItsMarkets =
    asset === undefined
      ? sql`true`
      : sql`market_id in (select market_id from markets where base_asset_id = ${asset} or quote_asset_id = ${asset})`;
  // Some lines of a fill at the edge of the page may have been on the previous page.
  const { rows } = await sql<Selectable<LedgerLinesTable>>`
    with newest as (
      select fills as fill from fills where owner_id = ${owner} and ${before} and ${inItsMarkets}
      order by position desc, line desc limit ${limit + 1}
    )
    (select * from transfer_lines where owner_id = ${owner} and ${before} and ${ofAsset}
     order by position desc, line desc limit ${limit})
    union all
    select lines.* from newest cross join lateral lines_of_fill(fill) lines where ${before} and ${ofAsset}
    order by position desc, line desc limit ${limit}`.execute(database);
  return rows.map(toLedgerLine);
}

export const toLedgerLine = (row: Selectable<LedgerLinesTable>): LedgerLine => ({
  position: Number(row.position),
  line: row.line,
  wallet: row.wallet as Wallet,
  asset: row.asset_id,
  cause: row.cause as LedgerCause,
  amountUnits: Number(row.amount_units) as AssetUnits,
  balanceAfterUnits: Number(row.balance_after_units) as AssetUnits,
  order: Number(row.order_id),
  timeMs: Number(row.time_ms) as TimeMs,
});
