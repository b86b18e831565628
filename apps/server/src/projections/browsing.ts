import type { AssetId, OwnerId, Side, Wallet } from '@vitrine/core';
import { type Kysely, type Selectable, sql } from 'kysely';
import { type Page, type Place, pageOfTables } from './cursor-page.ts';
import type { ProjectorProgress } from './histories.ts';
import { type LedgerCause, type LedgerLine, toLedgerLine } from './tables/ledger-lines.ts';
import { type OrderRecord, selectEndedOrders } from './tables/orders.ts';
import { all, beside, direction, type Markets } from './tables/paged-rows.ts';
import type { ConvertsTable, LedgerLinesTable, ReadModelTables } from './tables/tables.ts';
import { ofTimes, type TimeRange } from './tables/time-range.ts';

/** The rows of a history to read: the newest rows, or the rows next to a cursor from a previous page. */
export interface Browse extends TimeRange {
  readonly owner: OwnerId;
  readonly cursor: string | undefined;
  readonly limit: number;
}

export interface OrdersBrowse extends Browse {
  readonly side: Side;
  /** Undefined selects all spot markets. */
  readonly market?: Markets | undefined;
  /** True selects filled orders, false selects orders that ended otherwise; undefined selects both. */
  readonly isFilled?: boolean | undefined;
}

export interface LinesBrowse extends Browse {
  readonly asset?: AssetId | undefined;
  readonly wallet?: Wallet | undefined;
  readonly cause?: LedgerCause | undefined;
}

export interface SwapsBrowse extends Browse {
  readonly cause: 'convert' | 'between_wallets';
  /** The asset that the swap spends or receives. */
  readonly asset?: AssetId | undefined;
}

/** A conversion or transfer: a movement between two accounts of a client, made by one command. */
export interface Swap {
  readonly position: number;
  readonly line: number;
  readonly timeMs: number;
  readonly fromAsset: AssetId;
  readonly fromWallet: Wallet;
  readonly fromUnits: number;
  readonly toAsset: AssetId;
  readonly toWallet: Wallet;
  readonly toUnits: number;
  /** Only for conversions; `units` are units of `asset`. */
  readonly fee: { readonly asset: AssetId; readonly units: number } | undefined;
}

type Found<Row> = Promise<Page<Row> | 'bad_cursor'>;

/** Clients' histories, paged in both directions. The result is 'bad_cursor' if the cursor is invalid. */
export interface Browsing {
  orders(query: OrdersBrowse): Found<OrderRecord>;
  lines(query: LinesBrowse): Found<LedgerLine>;
  swaps(query: SwapsBrowse): Found<Swap>;
}

export function createBrowsing(database: Kysely<ReadModelTables>, progress: ProjectorProgress): Browsing {
  const browse = <Query extends Browse, Row>(
    query: Query,
    keyOf: (row: Row) => readonly number[],
    select: (database: Kysely<ReadModelTables>, query: Query, place: Place) => Promise<Row[]>,
    keyLength: number,
  ): Found<Row> =>
    pageOfTables(progress, {
      ...query,
      keyLength,
      keyOf,
      select: (place, limit) => select(database, { ...query, limit }, place),
    });
  return {
    orders: (query) =>
      browse(
        query,
        ({ order }) => [order],
        (from, filter, place) => selectEndedOrders(from, { ...filter, isPerpetual: false }, place, filter.limit),
        1,
      ),
    lines: (query) => browse(query, ({ position, line }) => [position, line], selectLines, 2),
    swaps: (query) => browse(query, ({ position, line }) => [position, line], selectSwaps, 2),
  };
}

const isOfTrade = (cause: LedgerCause | undefined): boolean =>
  cause === undefined || cause === 'trade' || cause === 'fee';

/**
 * A fill has one line per changed asset, and a page may begin or end within a fill. At most this many lines of a fill
 * come before any other line of the same fill.
 */
const LINES_BEFORE = 2;

async function selectLines(database: Kysely<ReadModelTables>, query: LinesBrowse, place: Place): Promise<LedgerLine[]> {
  const { owner, asset, wallet, cause, limit } = query;
  const ofLine = all([
    sql`owner_id = ${owner}`,
    asset !== undefined && sql`asset_id = ${asset}`,
    wallet !== undefined && sql`wallet = ${wallet}`,
    cause !== undefined && sql`cause = ${cause}`,
    ...ofTimes(query, sql`time_ms`, sql`position`),
    beside(sql`position, line`, place),
  ]);
  const fillPlace: Place =
    place.isOlder || place.key === undefined
      ? place
      : { ...place, key: [place.key[0] as number, (place.key[1] as number) - LINES_BEFORE - 1] };
  const ofFill = all([
    sql`owner_id = ${owner}`,
    (!isOfTrade(cause) || (wallet !== undefined && wallet !== 'spot')) && sql`false`,
    asset !== undefined &&
      sql`market_id in (select market_id from markets where base_asset_id = ${asset} or quote_asset_id = ${asset})`,
    // If only fees are listed, a fill without a fee must not use up a row of the page.
    cause === 'fee' && sql`fee_units > 0`,
    ...ofTimes(query, sql`time_ms`, sql`position`),
    beside(sql`position, line`, fillPlace),
  ]);
  const way = direction(place);
  const { rows } = await sql<Selectable<LedgerLinesTable>>`
    with near as (
      select fills as fill from fills where ${ofFill} order by position ${way}, line ${way} limit ${limit + LINES_BEFORE}
    )
    (select * from transfer_lines where ${ofLine} order by position ${way}, line ${way} limit ${limit})
    union all
    select lines.* from near cross join lateral lines_of_fill(fill) lines where ${ofLine}
    order by position ${way}, line ${way} limit ${limit}`.execute(database);
  return rows.map(toLedgerLine);
}

const selectSwaps = (database: Kysely<ReadModelTables>, query: SwapsBrowse, place: Place): Promise<Swap[]> =>
  query.cause === 'convert' ? selectConverts(database, query, place) : selectMoves(database, query, place);

/**
 * Conversions are read from their own table: in the other tables, the trades of a conversion look like any other
 * trades.
 */
async function selectConverts(database: Kysely<ReadModelTables>, query: SwapsBrowse, place: Place): Promise<Swap[]> {
  const { asset } = query;
  const conditions = all([
    sql`owner_id = ${query.owner}`,
    asset !== undefined && sql`(from_asset_id = ${asset} or to_asset_id = ${asset})`,
    ...ofTimes(query, sql`time_ms`, sql`position`),
    beside(sql`position, 0`, place),
  ]);
  const { rows } = await sql<Selectable<ConvertsTable>>`
    select * from converts where ${conditions} order by position ${direction(place)} limit ${query.limit}`.execute(
    database,
  );
  return rows.map((row) => ({
    position: Number(row.position),
    line: 0,
    timeMs: Number(row.time_ms),
    fromAsset: row.from_asset_id,
    fromWallet: 'spot',
    fromUnits: Number(row.spent_units),
    toAsset: row.to_asset_id,
    toWallet: 'spot',
    toUnits: Number(row.received_units),
    fee: { asset: row.quote_asset_id, units: Number(row.fee_units) },
  }));
}

/** Transfers between a client's own wallets: the debit line joined with the credit line. */
async function selectMoves(database: Kysely<ReadModelTables>, query: SwapsBrowse, place: Place): Promise<Swap[]> {
  const { asset } = query;
  const conditions = all([
    sql`f.owner_id = ${query.owner} and f.cause = 'between_wallets' and f.amount_units < 0`,
    asset !== undefined && sql`f.asset_id = ${asset}`,
    ...ofTimes(query, sql`f.time_ms`, sql`f.position`),
    beside(sql`f.position, f.line`, place),
  ]);
  const { rows } = await sql<Readonly<Record<string, string>>>`
    select f.position, f.line, f.time_ms, f.asset_id as from_asset, f.wallet as from_wallet, -f.amount_units as from_units,
      t.asset_id as to_asset, t.wallet as to_wallet, t.amount_units as to_units
    from transfer_lines f join transfer_lines t
      on t.owner_id = f.owner_id and t.position = f.position and t.cause = f.cause and t.amount_units > 0
        and t.asset_id = f.asset_id
    where ${conditions} order by f.position ${direction(place)}, f.line ${direction(place)} limit ${query.limit}`.execute(
    database,
  );
  return rows.map((row) => ({
    position: Number(row.position),
    line: Number(row.line),
    timeMs: Number(row.time_ms),
    fromAsset: Number(row.from_asset),
    fromWallet: row.from_wallet as Wallet,
    fromUnits: Number(row.from_units),
    toAsset: Number(row.to_asset),
    toWallet: row.to_wallet as Wallet,
    toUnits: Number(row.to_units),
    fee: undefined,
  }));
}
