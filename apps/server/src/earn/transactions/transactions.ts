import type { AssetId, OwnerId, Wallet } from '@vitrine/core';
import type { Pool } from 'pg';
import { type Page, type Place, pageOfTables } from '../../projections/cursor-page.ts';
import type { MoveKind } from '../moves/move-table.ts';

export type TransactionType = 'subscribe' | 'withdraw' | 'interest' | 'rental' | 'output' | 'settlement';
export type TransactionProduct = 'flexible' | 'locked' | 'dual' | 'miner';

/** A line of a client's ledger that belongs to Earn. */
export interface Transaction {
  readonly position: number;
  readonly line: number;
  readonly timeMs: number;
  readonly type: TransactionType;
  readonly product: TransactionProduct;
  readonly wallet: Wallet;
  readonly asset: AssetId;
  /** Signed: what the wallet gained. */
  readonly units: number;
  readonly move: MoveKind | undefined;
  readonly stake: number | undefined;
  readonly dual: number | undefined;
  readonly rental: number | undefined;
}

export interface TransactionFilter {
  readonly owner: OwnerId;
  readonly asset?: AssetId | undefined;
  readonly product?: TransactionProduct | undefined;
  /** Undefined selects all. */
  readonly types?: readonly TransactionType[] | undefined;
  /** Times with fromMs ≤ time < toMs. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

interface Row {
  readonly position: string;
  readonly line: number;
  readonly time_ms: string;
  readonly type: TransactionType;
  readonly product: TransactionProduct;
  readonly wallet: Wallet;
  readonly asset_id: number;
  readonly amount_units: string;
  readonly move: MoveKind | null;
  readonly stake_id: string | null;
  readonly dual_id: string | null;
  readonly rental_id: string | null;
}

const orNone = (value: string | null): number | undefined => (value === null ? undefined : Number(value));

const transactionOf = (row: Row): Transaction => ({
  position: Number(row.position),
  line: row.line,
  timeMs: Number(row.time_ms),
  type: row.type,
  product: row.product,
  wallet: row.wallet,
  asset: row.asset_id,
  units: Number(row.amount_units),
  move: row.move ?? undefined,
  stake: orNone(row.stake_id),
  dual: orNone(row.dual_id),
  rental: orNone(row.rental_id),
});

/** A page of a client's transactions. The result is 'bad_cursor' if the cursor is invalid. */
export const transactionsOf = (
  { pool, progress }: { readonly pool: Pool; readonly progress: { readonly position: number } },
  filter: TransactionFilter,
  page: { readonly cursor: string | undefined; readonly limit: number },
): Promise<Page<Transaction> | 'bad_cursor'> =>
  pageOfTables(progress, {
    ...page,
    keyLength: 2,
    keyOf: ({ position, line }) => [position, line],
    select: (place, limit) => select(pool, filter, place, limit),
  });

/** The record of the ledger entry of a line: that of a move or of a posting, whose numbers come from one sequence. */
const ENTRY = `left join lateral (
    select record from money_records entry where entry.owner_id = line.owner_id and entry.position = line.position
      and entry.purpose = line.cause and entry.purpose in ('between_wallets', 'interest', 'rental') limit 1) entry on true`;
const MOVE = `${ENTRY}
  left join earn_moves move on move.move_id = entry.record and move.owner = line.owner_id
  left join earn_stakes stake on stake.stake_id = move.stake_id`;
const MOVED = 'move.kind as move, move.stake_id, move.dual_id, null::bigint as rental_id';

/** By cause, the lines of Earn. Each can be read in the order of the index of causes. */
const SOURCES = [
  {
    cause: 'between_wallets',
    type: `case when line.amount_units > 0 then 'subscribe' else 'withdraw' end`,
    product: `case when move.dual_id is not null then 'dual' else stake.kind end`,
    of: MOVED,
    join: MOVE,
    where: `line.wallet = 'earn'`,
  },
  {
    cause: 'interest',
    type: `'interest'`,
    // What no move has paid was paid by a posting to flexible subscriptions.
    product: `case when move.dual_id is not null then 'dual' else coalesce(stake.kind, 'flexible') end`,
    of: MOVED,
    join: MOVE,
    where: 'true',
  },
  {
    cause: 'rental',
    type: `case when line.amount_units < 0 then 'rental' else 'output' end`,
    product: `'miner'`,
    of: 'null as move, null::bigint as stake_id, null::bigint as dual_id, rental.rental_id',
    join: `${ENTRY}
      left join miner_rentals rental on rental.rental_id = entry.record and rental.owner = line.owner_id
        and line.amount_units < 0`,
    where: 'true',
  },
  {
    // A conversion's entry has no record of Earn: it is one that takes from the earn wallet.
    cause: 'convert',
    type: `case when line.wallet = 'earn' then 'withdraw' else 'settlement' end`,
    product: `'dual'`,
    of: MOVED,
    join: `left join earn_moves move on move.owner = line.owner_id and move.position = line.position
      and move.kind in ('dual_sell', 'dual_buy')`,
    where: `exists (select from transfer_lines given where given.owner_id = line.owner_id
      and given.position = line.position and given.wallet = 'earn')`,
  },
] as const;

const sourceSql = ({ cause, type, product, of, join, where }: (typeof SOURCES)[number], rest: string): string =>
  `(select * from (
    select line.position, line.line, line.time_ms, line.wallet, line.asset_id, line.amount_units,
      ${type} as type, ${product} as product, ${of}
    from transfer_lines line ${join}
    where line.owner_id = $1 and line.cause = '${cause}' and ${where}
      and ($2::bigint is null or line.time_ms >= $2) and ($3::bigint is null or line.time_ms < $3)
      and ($4::integer is null or line.asset_id = $4)
  ) found
  where product is not null and ($5::text is null or product = $5) and ($6::text[] is null or type = any ($6)) ${rest})`;

async function select(
  pool: Pool,
  { owner, asset, product, types, fromMs, toMs }: TransactionFilter,
  { isOlder, key }: Place,
  limit: number,
): Promise<Transaction[]> {
  const [side, way] = isOlder ? ['<', 'desc'] : ['>', 'asc'];
  const beside = key === undefined ? '' : `and (position, line) ${side} ($8, $9)`;
  const sorted = `order by position ${way}, line ${way} limit $7`;
  const { rows } = await pool.query<Row>(
    `${SOURCES.map((source) => sourceSql(source, `${beside} ${sorted}`)).join(' union all ')} ${sorted}`,
    [owner, fromMs ?? null, toMs ?? null, asset ?? null, product ?? null, types ?? null, limit, ...(key ?? [])],
  );
  return rows.map(transactionOf);
}
