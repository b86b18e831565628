import { type Chain, type ChainCoin, familyOf, inBatches, type Network, REQUESTS_AT_ONCE } from '@vitrine/chains';
import type { AssetView, Core } from '@vitrine/core';
import type { Pool } from 'pg';
import { formatUnits } from 'viem/utils';
import { alarmDetail, type CustodyAlarms } from '../alarms.ts';
import { custodyOwner, toChainAmount } from '../custody-accounts.ts';
import { RETURNED } from '../deposits/deposits.ts';

export interface ReconciliationParts {
  readonly pool: Pool;
  readonly chain: Chain;
  readonly core: () => Core;
  readonly assetByCode: (code: string) => AssetView | undefined;
  readonly alarms: CustodyAlarms;
}

/**
 * On-chain holdings of a coin on a network and the amounts according to the ledger, in the coin's smallest units on
 * that network.
 */
export interface Reconciled {
  readonly network: Network;
  readonly coin: string;
  readonly atMs: number;
  readonly position: number;
  readonly height: number;
  readonly hot: bigint;
  readonly atAddresses: bigint;
  readonly owed: bigint;
  readonly uncredited: bigint;
  readonly rounding: bigint;
  readonly leaving: bigint;
  /** Zero if the holdings match the ledger; negative if something is missing. */
  readonly difference: bigint;
}

interface HeldRow {
  readonly address_index: number;
  readonly address: string;
  readonly asked_at: Date;
}

/**
 * An alarm is raised after this many consecutive runs with the same difference: a difference caused by a transfer
 * during a run disappears in the next run.
 */
const SEEN_BEFORE_ALARM = 3;
/**
 * An alarm is also raised after this many consecutive runs with any difference: if there is always one, it is real,
 * even if its amount varies.
 */
const ALWAYS_THERE = 10;
/** An address with a balance is queried again after this long, even without a known movement. */
const ASKED_AGAIN_AFTER_MINUTES = 60;
const ASKED_AGAIN_AT_ONCE = 50;
/**
 * While a deposit that reaches the minimum is pending, its address is queried in each run for this long after the
 * deposit was first seen: the deposit's block may be replaced before the exchange reads the new one. Smaller deposits
 * may be spread over very many addresses. The address of such a deposit is therefore queried only once, and again if
 * reconciliation finds a difference.
 */
const PENDING_ASKED_FOR_MINUTES = 10;
const KEPT_DAYS = 30;

/**
 * Compares on-chain holdings with the amounts owed according to the ledger, and raises an alarm if a difference
 * persists.
 */
export class Reconciliation {
  readonly #parts: ReconciliationParts;
  readonly #seen = new Map<string, { readonly difference: bigint; readonly times: number; readonly looks: number }>();

  constructor(parts: ReconciliationParts) {
    this.#parts = parts;
  }

  /** Compares each listed coin of the network once. Throws ChainError if the node fails. */
  async run(): Promise<readonly Reconciled[]> {
    const results: Reconciled[] = [];
    for (const coin of this.#parts.chain.coins) {
      const asset = this.#parts.assetByCode(coin.coin);
      if (asset !== undefined) results.push(await this.#reconcile(coin, asset));
    }
    return results;
  }

  async #reconcile(coin: ChainCoin, asset: AssetView): Promise<Reconciled> {
    const { chain, core } = this.#parts;
    const { network, hotAddress } = chain;
    const { height } = await chain.head();
    const atAddresses = await this.#atAddresses(coin.coin);
    const hot = await chain.balance(coin.coin, hotAddress);
    const { position } = core();
    // Holds on the custody account are frozen deposits. They reduce its available balance, so `owed` already includes
    // them, and they must not be counted again among the pending deposits.
    const { availableUnits, heldUnits } = core().balance(custodyOwner[network], 'spot', asset.asset);
    const owed = toChainAmount(-availableUnits, coin.decimals, asset.scale) ?? 0n;
    const frozen = toChainAmount(heldUnits, coin.decimals, asset.scale) ?? 0n;
    const { coming, remainders } = await this.#deposits(coin.coin);
    const uncredited = coming - frozen;
    const { leaving, feeRounding } = await this.#payments(coin, asset);
    const rounding = remainders + feeRounding;
    const result = {
      network,
      coin: coin.coin,
      atMs: Date.now(),
      position,
      height,
      hot,
      atAddresses,
      owed,
      uncredited,
      rounding,
      leaving,
      difference: hot + atAddresses - (owed + uncredited + rounding - leaving),
    };
    await this.#keep(result);
    await this.#judge(result, coin);
    return result;
  }

  /**
   * Queries the addresses that have had movements since their last query and, some in each run, all other addresses
   * with a balance, because funds may have left an address without the exchange's knowledge. Returns the total of all
   * addresses.
   */
  async #atAddresses(coin: string): Promise<bigint> {
    const { pool, chain } = this.#parts;
    const { network } = chain;
    // The query starts from the movements: if it looked up the deposits of each address instead, it would become slower
    // with every address and deposit.
    const { rows } = await pool.query<HeldRow>(
      `with held as (select * from address_holdings where network = $1 and coin = $2),
       moved as (
         select address_index from chain_deposits d
         join deposit_addresses a on a.family = $3 and a.address = d.address left join held h using (address_index)
         where d.network = $1 and d.coin = $2 and (h.asked_at is null or d.seen_at > h.asked_at or d.height is null
           or d.available_at is null and d.reaches_minimum and d.seen_at > h.asked_at - make_interval(mins => $6))
         union
         select address_index from sweeps s left join held h using (address_index)
         where s.network = $1 and (h.asked_at is null or s.ended_at is null or s.ended_at > h.asked_at)
         union
         (select address_index from held where amount > 0 and asked_at < now() - make_interval(mins => $4)
          order by asked_at limit $5))
       select a.address_index, a.address, now() as asked_at
       from moved join deposit_addresses a using (address_index) where a.family = $3`,
      [network, coin, familyOf[network], ASKED_AGAIN_AFTER_MINUTES, ASKED_AGAIN_AT_ONCE, PENDING_ASKED_FOR_MINUTES],
    );
    await inBatches(rows, REQUESTS_AT_ONCE, async ({ address_index, address, asked_at }) => {
      await pool.query(
        `insert into address_holdings (network, address_index, coin, amount, asked_at) values ($1, $2, $3, $4, $5)
         on conflict (network, address_index, coin) do update set amount = excluded.amount, asked_at = excluded.asked_at`,
        [network, address_index, coin, String(await chain.balance(coin, address)), asked_at],
      );
    });
    const sum = await pool.query<{ sum: string | null }>(
      'select sum(amount) as sum from address_holdings where network = $1 and coin = $2',
      [network, coin],
    );
    return BigInt(sum.rows[0]?.sum ?? 0);
  }

  /**
   * Returns the pending deposits (`coming`), which are not available yet and were not returned, and the amounts that available deposits lost
   * when they were rounded down to ledger units (`remainders`).
   */
  async #deposits(coin: string): Promise<{ readonly coming: bigint; readonly remainders: bigint }> {
    const { rows } = await this.#parts.pool.query<{ coming: string; remainders: string }>(
      `select coalesce(sum(chain_amount)
           filter (where available_at is null and stuck is distinct from '${RETURNED}'), 0) as coming,
         coalesce(sum(remainder) filter (where available_at is not null), 0) as remainders
       from chain_deposits where network = $1 and coin = $2 and height is not null`,
      [this.#parts.chain.network, coin],
    );
    return { coming: BigInt(rows[0]?.coming ?? 0), remainders: BigInt(rows[0]?.remainders ?? 0) };
  }

  /** Outflows that are in blocks but not booked yet, and the amounts by which booked fees were rounded up. */
  async #payments({ coin, decimals, contract }: ChainCoin, { scale }: AssetView) {
    const { pool, chain } = this.#parts;
    const unit = 10n ** BigInt(Math.max(0, decimals - scale));
    const { rows } = await pool.query<{ amounts: string; fees: string; rounding: string }>(
      `select coalesce(sum(amount) filter (where coin = $2 and purpose = 'withdrawal' and not is_booked and moved), 0) as amounts,
         coalesce(sum(fee) filter (where not fee_booked), 0) as fees,
         coalesce(sum(mod($3::numeric - mod(fee, $3::numeric), $3::numeric)) filter (where fee_booked), 0) as rounding
       from (select p.*, state in ('included', 'confirmed') as moved,
           coalesce((select w.state = 'completed' from withdrawals w where w.payment_id = p.id), true) as is_booked
         from outgoing_payments p where network = $1 and fee is not null) payments`,
      [chain.network, coin, String(unit)],
    );
    const [row] = rows;
    const isOwn = contract === undefined;
    return {
      leaving: BigInt(row?.amounts ?? 0) + (isOwn ? BigInt(row?.fees ?? 0) : 0n),
      feeRounding: isOwn ? BigInt(row?.rounding ?? 0) : 0n,
    };
  }

  async #keep(result: Reconciled): Promise<void> {
    const { pool } = this.#parts;
    const { network, coin, atMs, position, height } = result;
    const amounts = ['hot', 'atAddresses', 'owed', 'uncredited', 'rounding', 'leaving', 'difference'] as const;
    await pool.query(
      `insert into reconciliations (network, coin, at, log_position, height, hot, at_addresses, owed, uncredited, rounding,
         leaving, difference) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict do nothing`,
      [network, coin, new Date(atMs), position, height, ...amounts.map((amount) => String(result[amount]))],
    );
    await pool.query(
      'delete from reconciliations where network = $1 and coin = $2 and at < now() - make_interval(days => $3)',
      [network, coin, KEPT_DAYS],
    );
  }

  /**
   * Forgets the balances that were queried since the last run without a difference: the node may have reported them as
   * of a block that was replaced before the exchange read that block.
   */
  async #doubt(network: Network, coin: string): Promise<void> {
    await this.#parts.pool.query(
      `delete from address_holdings where network = $1 and coin = $2 and asked_at > (
         select coalesce(max(at), '-infinity') - interval '10 minutes' from reconciliations
         where network = $1 and coin = $2 and difference = 0)`,
      [network, coin],
    );
  }

  async #judge({ network, coin, difference }: Reconciled, { decimals }: ChainCoin): Promise<void> {
    const { alarms } = this.#parts;
    const before = this.#seen.get(coin);
    const times = before?.difference === difference ? before.times + 1 : 1;
    const looks = difference === 0n ? 0 : (before?.looks ?? 0) + 1;
    this.#seen.set(coin, { difference, times, looks });
    if (difference === 0n) {
      await alarms.end(network, 'difference', coin);
      return;
    }
    if (times < SEEN_BEFORE_ALARM && looks < ALWAYS_THERE) return this.#doubt(network, coin);
    const code = difference < 0n ? 'coins_missing' : 'coins_unexplained';
    const amount = formatUnits(difference < 0n ? -difference : difference, decimals);
    await alarms.raise({ network, kind: 'difference', subject: coin, detail: alarmDetail(code, { amount, coin }) });
  }
}
