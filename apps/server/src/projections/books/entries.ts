import type { AssetId, MarketId, OwnerId, PositionSide, Side, Wallet } from '@vitrine/core';
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

/** A change to one account other than by a trade. */
export interface PostingEntry extends At {
  readonly kind: 'posting';
  readonly wallet: Wallet;
  readonly asset: AssetId;
  readonly cause: string;
  /** Signed: positive if the account gained. */
  readonly units: number;
}

/**
 * A position in a perpetual market after its size or cost changed. Its realized profits, fees and funding are separate
 * postings.
 */
export interface PositionEntry extends At {
  readonly kind: 'position';
  readonly market: MarketId;
  readonly side: PositionSide;
  readonly sizeLots: number;
  readonly costUnits: number;
  /** The value of the order-book trade that changed the position, if a fee was paid for the trade; otherwise 0. */
  readonly tradedUnits: number;
}

/**
 * A change to a client's accounts or positions: a ledger line, all lines of one trade, or a new size of a position. A
 * conversion is one or two trades.
 */
export type Entry = TradeEntry | PostingEntry | PositionEntry;

/** The place of an entry in a client's ledger: its log position, and its line within that command. */
export interface Place {
  readonly position: number;
  readonly line: number;
}

export const BEGINNING: Place = { position: 0, line: -1 };

/** Entries per chunk: few enough that folding them on the main thread delays nothing else. */
const CHUNK = 200;

type Row = Readonly<Record<string, string | number | null>>;

/** Entries of one client after `after`, up to and including log position `upTo`, oldest first, in chunks. */
export async function* entriesOf(
  client: ClientBase | Pool | PoolClient,
  owner: OwnerId,
  after: Place,
  upTo: number,
  chunk = CHUNK,
): AsyncGenerator<readonly Entry[]> {
  for (let place = after; ; ) {
    const { rows } = await client.query<Row>({
      name: 'entries of a client',
      text: SELECT,
      values: [owner, place.position, place.line, upTo, chunk],
    });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(entry);
    if (rows.length < chunk) return;
    place = { position: Number(last.position), line: Number(last.line) };
  }
}

// Spot trades that were recorded before the table `fills` had balances also have lines in `transfer_lines`, with an
// order id. Those lines are skipped, because the fills already describe the trades.
const SELECT = `
  (select f.position, f.line, f.time_ms, 'trade' as cause, null as wallet, m.base_asset_id as asset_id,
     m.quote_asset_id as quote_id, f.side, f.size_lots * m.lot_units as units, f.notional_units, f.fee_units
   from fills f join markets m using (market_id)
   where f.owner_id = $1 and (f.position, f.line) > ($2, $3) and f.position <= $4
   order by f.position, f.line limit $5)
  union all
  (select position, line, time_ms, cause, wallet, asset_id, null, null, amount_units, null, null
   from transfer_lines
   where owner_id = $1 and (position, line) > ($2, $3) and position <= $4
     and (order_id = 0 or wallet = 'future')
   order by position, line limit $5)
  union all
  (select position, line, time_ms, 'position', null, market_id, null, side, size_lots, cost_units,
     case when kind = 'fill' and fee_units > 0 then notional_units else 0 end
   from position_changes
   where owner_id = $1 and (position, line) > ($2, $3) and position <= $4 and kind in ('fill', 'settled', 'profit')
   order by position, line limit $5)
  order by position, line limit $5`;

function entry(row: Row): Entry {
  if (row.quote_id !== null) return trade(row);
  return row.wallet === null ? positionAfter(row) : posting(row);
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

const positionAfter = (row: Row): PositionEntry => ({
  kind: 'position',
  ...at(row),
  market: Number(row.asset_id),
  side: row.side as PositionSide,
  sizeLots: Number(row.units),
  costUnits: Number(row.notional_units),
  tradedUnits: Number(row.fee_units),
});
