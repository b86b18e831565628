import { type Chain, ChainError, familyOf, type Movement, NodeFault, NodeUnreachable } from '@vitrine/chains';
import type { Pool } from 'pg';
import { parseUnits } from 'viem/utils';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import type { CoinNetwork } from '../../settings/coin-networks.ts';
import { type Outgoing, SHORT_OF_FUNDS } from '../outgoing/outgoing.ts';

export interface SweepsParts {
  readonly pool: Pool;
  readonly chain: Chain;
  readonly outgoing: Pick<Outgoing, 'want' | 'unwant' | 'giveUp' | 'payment' | 'settledAt'>;
  readonly row: (coin: string) => CoinNetwork | undefined;
  /** In smallest units of the network's own coin. */
  readonly maxFee: bigint;
}

interface SweepRow {
  readonly sweep_id: string;
  readonly address_index: number;
  readonly coin: string;
  readonly step: number;
  readonly payment_id: string;
}

interface AddressSum {
  readonly address_index: number;
  readonly coin: string;
  readonly amount: string;
}

/** The interval at which sweeps start, so that several deposits to one address are swept together. */
const EVERY_MS = 15 * 60_000;
/** The maximum number of sweeps started at a time; each takes one or two payments. */
const BEGUN_A_ROUND = 10;

/**
 * After this many attempts a step is planned again, because another step may be needed first, such as sending more gas.
 */
const STUCK_AFTER = 8;

/** Moves deposits from their addresses to the hot wallet once their amount is worth the fee. */
export class Sweeps {
  readonly #parts: SweepsParts;
  #nextAtMs = performance.now() + EVERY_MS;

  constructor(parts: SweepsParts) {
    this.#parts = parts;
  }

  /**
   * Continues the sweeps in progress. Starts more at intervals, and immediately if the hot wallet lacks funds for a
   * payment.
   */
  async run(): Promise<void> {
    if (performance.now() >= this.#nextAtMs || (await this.#isShort())) await this.begin();
    for (const sweep of await this.#open()) {
      // A sweep that is currently too expensive, or cannot be paid, does not block the others.
      await this.#goOn(sweep).catch((error: unknown) => {
        if (error instanceof NodeUnreachable || error instanceof NodeFault || !(error instanceof ChainError))
          throw error;
      });
    }
  }

  async #isShort(): Promise<boolean> {
    const { rowCount } = await this.#parts.pool.query(
      `select from outgoing_payments where network = $1 and state = 'wanted' and source = 'hot' and starts_with(problem, $2) limit 1`,
      [this.#parts.chain.network, SHORT_OF_FUNDS],
    );
    return rowCount !== 0;
  }

  /** Starts sweeps of addresses that have received at least the coin's `sweepAbove` since they were last swept. */
  async begin(): Promise<void> {
    this.#nextAtMs = performance.now() + EVERY_MS;
    const { pool, chain } = this.#parts;
    const { rows } = await pool.query<AddressSum>(
      `select a.address_index, d.coin, sum(d.chain_amount) as amount
       from chain_deposits d join deposit_addresses a on a.family = $2 and a.address = d.address
       where d.network = $1 and d.available_at > coalesce(
         (select max(begun_at) from sweeps s
          where s.network = d.network and s.address_index = a.address_index and s.coin = d.coin), '-infinity')
       group by a.address_index, d.coin order by a.address_index limit 500`,
      [chain.network, familyOf[chain.network]],
    );
    const due = rows.filter(({ coin, amount }) => BigInt(amount) >= this.#least(coin));
    for (const { address_index, coin } of due.slice(0, BEGUN_A_ROUND)) {
      await pool.query('insert into sweeps (network, address_index, coin) values ($1, $2, $3) on conflict do nothing', [
        chain.network,
        address_index,
        coin,
      ]);
    }
  }

  #least(coin: string): bigint {
    const decimals = this.#parts.chain.coins.find((one) => one.coin === coin)?.decimals ?? 0;
    return parseUnits(this.#parts.row(coin)?.sweepAbove ?? '0', decimals);
  }

  /**
   * The open sweeps, one per address. A sweep of the network's own coin comes last: it would take the gas that a
   * token's sweep needs.
   */
  async #open(): Promise<readonly SweepRow[]> {
    const { network, coins } = this.#parts.chain;
    const own = coins.find(({ contract }) => contract === undefined)?.coin ?? '';
    const { rows } = await this.#parts.pool.query<SweepRow>(
      `select distinct on (address_index) * from sweeps where network = $1 and ended_at is null
       order by address_index, step = 0, coin = $2, sweep_id`,
      [network, own],
    );
    return rows;
  }

  /**
   * Takes the next step of a sweep once the previous one has ended. A step that failed, or cannot be paid at current
   * fees, is planned again. Deposits that a reorg may still remove are not spent before they have their confirmations:
   * a payment built on them could become impossible.
   */
  async #goOn(sweep: SweepRow): Promise<void> {
    const { pool, chain, outgoing, maxFee } = this.#parts;
    const { sweep_id, address_index, coin, step, payment_id } = sweep;
    const last = payment_id === '' ? undefined : await outgoing.payment(payment_id);
    const isStuck = last?.state === 'wanted' && last.attempts >= STUCK_AFTER;
    if (last !== undefined && last.state !== 'confirmed' && last.state !== 'failed' && !isStuck) return;
    const holdings = await outgoing.settledAt(chain.network, address_index);
    const [next] = await chain.sweep(address_index, coin, { maxFee, settled: holdings?.settled });
    if (next === undefined && holdings !== undefined && holdings.coming(coin) > 0n) return;
    await inTransaction(pool, async (client) => {
      // A concurrent caller waits here, and then finds the sweep advanced.
      const { rowCount } = await client.query(
        'select from sweeps where sweep_id = $1 and step = $2 and ended_at is null for update',
        [sweep_id, step],
      );
      if (rowCount === 0 || (isStuck && !(await outgoing.unwant(client, payment_id)))) return;
      if (last?.state === 'failed') await outgoing.giveUp(client, payment_id);
      if (next === undefined) {
        await client.query('update sweeps set ended_at = now() where sweep_id = $1', [sweep_id]);
        return;
      }
      const id = `sweep:${sweep_id}:${step + 1}`;
      await outgoing.want(client, { ...next, id, network: chain.network, ...purposeOf(next, address_index) });
      await client.query('update sweeps set step = step + 1, payment_id = $2 where sweep_id = $1', [sweep_id, id]);
    });
  }
}

const purposeOf = ({ source }: Movement, index: number) =>
  source.kind === 'hot' ? ({ purpose: 'gas', toIndex: index } as const) : ({ purpose: 'sweep' } as const);
