import type { MarketId, OwnerId } from '@vitrine/core';
import type { ClientBase, Pool } from 'pg';
import type { Period } from './reports.ts';

/** A client's positions in one perpetual market over a period, in units of its quote asset, which may exceed 2^53. */
export interface FuturesRow {
  readonly market: MarketId;
  /** The value of all trades, including positions closed outside the book. */
  readonly tradedUnits: bigint;
  /** Signed: the profit of closed positions and parts of positions, without fees. */
  readonly realizedUnits: bigint;
  readonly fundingReceivedUnits: bigint;
  readonly fundingPaidUnits: bigint;
  /** Trading and liquidation fees. */
  readonly feeUnits: bigint;
  /** The number of positions that were closed completely. */
  readonly closed: number;
}

/** Realized PnL, funding and fees of positions in a period, by market. Includes entries up to a log position. */
export async function futuresOf(
  client: ClientBase | Pool,
  owner: OwnerId,
  { fromMs, toMs }: Period,
  position: number,
): Promise<FuturesRow[]> {
  const { rows } = await client.query<Record<string, string>>({
    name: 'futures of a period',
    text: FUTURES,
    values: [owner, fromMs, toMs, position],
  });
  return rows.map((row) => ({
    market: Number(row.market_id),
    tradedUnits: BigInt(row.traded as string),
    realizedUnits: BigInt(row.realized as string),
    fundingReceivedUnits: BigInt(row.received as string),
    fundingPaidUnits: BigInt(row.paid as string),
    feeUnits: BigInt(row.fees as string),
    closed: Number(row.closed),
  }));
}

// `history_marks` stores the log position of every hour. It narrows the search to the period, because the table is
// indexed by log position and not by time.
const FUTURES = `
  select market_id, sum(notional_units) as traded, sum(realized_units) as realized,
    coalesce(sum(funding_units) filter (where funding_units > 0), 0) as received,
    coalesce(-sum(funding_units) filter (where funding_units < 0), 0) as paid, sum(fee_units) as fees,
    count(*) filter (where size_lots = 0 and kind in ('fill', 'settled')) as closed
  from position_changes
  where owner_id = $1 and time_ms >= $2 and time_ms < $3 and kind <> 'margin'
    and position > coalesce((select max(position) from history_marks where time_ms < $2), 0)
    and position <= least($4, coalesce((select min(position) from history_marks where time_ms >= $3), $4))
  group by market_id order by market_id`;
