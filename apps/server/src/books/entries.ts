import type { AssetId, OwnerId, Side, Wallet } from '@vitrine/core';
import type { ClientBase, Pool, PoolClient } from 'pg';

interface At {
  readonly position: number;
  readonly line: number;
  readonly timeMs: number;
}

/** A client's side of a trade. The quote asset is USDT in every market. */
export interface TradeEntry extends At {
  readonly kind: 'trade';
  readonly base: AssetId;
  readonly quote: AssetId;
  readonly side: Side;
  readonly baseUnits: number;
  readonly notionalUnits: number;
  readonly feeUnits: number;
}

/** One coin for another in one command. */
export interface ConvertEntry extends At {
  readonly kind: 'convert';
  readonly wallet: Wallet;
  readonly given: AssetId;
  readonly givenUnits: number;
  readonly taken: AssetId;
  readonly takenUnits: number;
}

/** Any other change of one account. */
export interface PostingEntry extends At {
  readonly kind: 'posting';
  readonly wallet: Wallet;
  readonly asset: AssetId;
  readonly cause: string;
  /** Signed: what the account gained. */
  readonly units: number;
}

/** What changed a client's accounts, one thing after the other: the ledger's lines, those of one trade or convert together. */
export type Entry = TradeEntry | ConvertEntry | PostingEntry;

/** A place in a client's ledger. */
export interface Place {
  readonly position: number;
  readonly line: number;
}

export const BEGINNING: Place = { position: 0, line: -1 };

/** Few enough that folding them holds nobody up. */
const CHUNK = 2_000;

type Row = Readonly<Record<string, string | number | null>>;

/** Entries of one client behind `after`, up to and with log position `upTo`, oldest first, a chunk at a time. */
export async function* entriesOf(
  client: ClientBase | Pool | PoolClient,
  owner: OwnerId,
  after: Place,
  upTo: number,
): AsyncGenerator<readonly Entry[]> {
  for (let place = after; ; ) {
    const { rows } = await client.query<Row>({
      name: 'entries of a client',
      text: SELECT,
      values: [owner, place.position, place.line, upTo, CHUNK],
    });
    const isLast = rows.length < CHUNK;
    const whole = isLast ? rows : withoutHalfConvert(rows);
    const last = whole.at(-1);
    if (last === undefined) return;
    yield toEntries(whole);
    if (isLast) return;
    place = { position: Number(last.position), line: Number(last.line) };
  }
}

// Trades of before fills told their own balances have their lines in transfer_lines, with an order; the fill says it all.
const SELECT = `
  (select f.position, f.line, f.time_ms, 'trade' as cause, null as wallet, m.base_asset_id as asset_id,
     m.quote_asset_id as quote_id, f.side, f.size_lots * m.lot_units as units, f.notional_units, f.fee_units
   from fills f join markets m using (market_id)
   where f.owner_id = $1 and (f.position, f.line) > ($2, $3) and f.position <= $4
   order by f.position, f.line limit $5)
  union all
  (select position, line, time_ms, cause, wallet, asset_id, null, null, amount_units, null, null
   from transfer_lines
   where owner_id = $1 and (position, line) > ($2, $3) and position <= $4 and order_id = 0
   order by position, line limit $5)
  order by position, line limit $5`;

/** A chunk ends before a convert whose second line may be in the next one. */
const withoutHalfConvert = (rows: readonly Row[]): readonly Row[] => {
  let end = rows.length;
  while (end > 1 && rows[end - 1]?.cause === 'convert' && rows[end - 1]?.position === rows.at(-1)?.position) end -= 1;
  return rows.slice(0, end);
};

function toEntries(rows: readonly Row[]): Entry[] {
  const entries: Entry[] = [];
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] as Row;
    const next = rows[index + 1];
    const pair = next === undefined ? undefined : convertOf(row, next);
    if (pair !== undefined) index += 1;
    entries.push(pair ?? (row.quote_id === null ? posting(row) : trade(row)));
  }
  return entries;
}

const at = (row: Row): At => ({
  position: Number(row.position),
  line: Number(row.line),
  timeMs: Number(row.time_ms),
});

const posting = (row: Row): PostingEntry => ({
  kind: 'posting',
  ...at(row),
  wallet: row.wallet as Wallet,
  asset: Number(row.asset_id),
  cause: String(row.cause),
  units: Number(row.units),
});

const trade = (row: Row): TradeEntry => ({
  kind: 'trade',
  ...at(row),
  base: Number(row.asset_id),
  quote: Number(row.quote_id),
  side: row.side as Side,
  baseUnits: Number(row.units),
  notionalUnits: Number(row.notional_units),
  feeUnits: Number(row.fee_units),
});

/** Two lines of one command that give one coin and take another; `at` is the later one's, so that neither is read again. */
function convertOf(first: Row, second: Row): ConvertEntry | undefined {
  const isPair =
    first.cause === 'convert' &&
    second.cause === 'convert' &&
    first.position === second.position &&
    first.wallet === second.wallet &&
    first.asset_id !== second.asset_id &&
    Number(first.units) * Number(second.units) < 0;
  if (!isPair) return undefined;
  const [given, taken] = Number(first.units) < 0 ? [first, second] : [second, first];
  return {
    kind: 'convert',
    ...at(second),
    wallet: first.wallet as Wallet,
    given: Number(given.asset_id),
    givenUnits: -Number(given.units),
    taken: Number(taken.asset_id),
    takenUnits: Number(taken.units),
  };
}
