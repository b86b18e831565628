import { type ChainCoin, familyOf, type Network } from '@vitrine/chains';
import type { Pool } from 'pg';
import type { CoinNetwork } from '../../settings/coin-networks.ts';
import { RETURNED } from '../deposits/deposits.ts';

export interface SettledHoldingsParts {
  readonly pool: Pool;
  readonly network: Network;
  readonly coins: readonly ChainCoin[];
  /** The coin × network table. */
  readonly rows: readonly CoinNetwork[];
}

/** Holdings of a deposit address in smallest units, according to the blocks read. */
export interface SettledHoldings {
  /** The sum of final deposits that were not returned, minus the amounts that our own payments have taken from the address. */
  readonly settled: (coin: string) => bigint;
  /** The sum of deposits that are not final yet. */
  readonly coming: (coin: string) => bigint;
}

/**
 * The number of confirmations that end a payment: the number in the coin's row or, if the coin has no row, the highest
 * number in the network's rows.
 */
export function confirmationsOf(rows: readonly CoinNetwork[], network: Network, coin: string): number {
  const all = rows.filter((row) => row.network === network);
  const own = all.filter((row) => row.coin === coin);
  return Math.max(1, ...(own.length > 0 ? own : all).map(({ unlockConfirmations }) => unlockConfirmations));
}

/**
 * The holdings of a deposit address: deposits and the gas that we sent to it, less outflows and their fees. The node's
 * balance cannot be used: it may include blocks not read yet, and nodes do not report balances of earlier blocks.
 * Undefined on Bitcoin, where each output has its own confirmations.
 * @param butFor the payment to be made from the address; it is not counted as an outflow
 */
export async function settledAt(
  { pool, network, coins, rows }: SettledHoldingsParts,
  addressIndex: number,
  butFor = '',
): Promise<SettledHoldings | undefined> {
  const family = familyOf[network];
  if (family === 'bitcoin') return undefined;
  const codes = coins.map(({ coin }) => coin);
  const sums = await pool.query<{ coin: string; settled: string; coming: string }>(
    `with listed as (select * from unnest($4::text[], $5::integer[]) as listed (coin, confirmations)),
       moved as (select p.* from sweeps s cross join generate_series(1, s.step) number
         join outgoing_payments p on p.id = 'sweep:' || s.sweep_id || ':' || number
         where s.network = $1 and s.address_index = $3 and p.id <> $6),
       entries as (
         select d.coin, d.chain_amount as amount,
           d.height <= (select max(height) from chain_blocks where network = $1) - l.confirmations + 1 as is_settled
         from deposit_addresses a join chain_deposits d on d.owner_id = a.owner_id and d.address = a.address
         join listed l on l.coin = d.coin
         where a.family = $2 and a.address_index = $3 and d.network = $1 and d.height is not null
           and d.stuck is distinct from '${RETURNED}'
         union all select coin, amount, true from moved where source = 'hot' and state = 'confirmed'
         union all select coin, -amount, true from moved where source <> 'hot' and state not in ('wanted', 'failed')
         union all select $7, -fee, true from moved where source <> 'hot' and fee is not null)
     select coin, coalesce(sum(amount) filter (where is_settled), 0) as settled,
       coalesce(sum(amount) filter (where not is_settled), 0) as coming from entries group by coin`,
    [
      network,
      family,
      addressIndex,
      codes,
      codes.map((coin) => confirmationsOf(rows, network, coin)),
      butFor,
      coins.find(({ contract }) => contract === undefined)?.coin ?? '',
    ],
  );
  const sumOf = (coin: string) => sums.rows.find((row) => row.coin === coin);
  return {
    settled: (coin) => notNegative(BigInt(sumOf(coin)?.settled ?? 0)),
    coming: (coin) => BigInt(sumOf(coin)?.coming ?? 0),
  };
}

const notNegative = (amount: bigint): bigint => (amount < 0n ? 0n : amount);
