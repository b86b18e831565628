import { type Chain, ChainError, type Movement, NodeFault, NodeUnreachable } from '@vitrine/chains';
import type { Pool } from 'pg';
import { parseUnits } from 'viem/utils';
import { growingPauseMs } from '../../kit/growing-pause.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import type { CoinNetwork } from '../../settings/coin-networks.ts';
import { type Outgoing, SHORT_OF_FUNDS } from '../outgoing/outgoing.ts';

export interface SweepsParts {
  readonly pool: Pool;
  readonly chain: Chain;
  readonly outgoing: Pick<Outgoing, 'want' | 'unwant' | 'giveUp' | 'payment' | 'settledAt'>;
  readonly row: (coin: string) => CoinNetwork | undefined;
  /** In smallest units of the network's native coin. */
  readonly maxFee: bigint;
  readonly nowMs: () => number;
}

interface SweepRow {
  readonly sweep_id: string;
  readonly address_index: number;
  readonly coin: string;
  readonly step: number;
  readonly payment_id: string;
  readonly failures: number;
}

/** The interval at which sweeps start, so that several deposits to one address are swept together. */
const EVERY_MS = 15 * 60_000;
/** The maximum number of sweeps started at a time; each requires one or two payments. */
const BEGUN_AT_ONCE = 10;
/** No new sweeps start while this many are in progress, not counting those paused after a failure. */
const IN_PROGRESS_AT_MOST = 50;
/** The maximum number of sweeps continued per cycle: those in progress, then those whose pause ended first. */
const CONTINUED_AT_ONCE = 100;
const PAUSES = { firstMs: 10_000, longestMs: 3_600_000 };

/**
 * If a step's payment has not been sent after this many attempts, the step is planned again, because another step may
 * be needed first, such as sending more gas.
 */
const STUCK_AFTER = 8;

/** Moves deposits from their addresses to the hot wallet when the amount at an address is worth the fee. */
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
    for (const sweep of await this.#due()) {
      // A sweep that is currently too expensive, or cannot be paid, does not block the others.
      await this.#goOn(sweep).catch(async (error: unknown) => {
        if (error instanceof NodeUnreachable) throw error;
        await this.#pause(this.#parts.pool, sweep);
        if (error instanceof NodeFault || !(error instanceof ChainError)) throw error;
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

  /**
   * Starts sweeps of addresses that have received at least the coin's `sweepAbove` since they were last swept,
   * beginning with the addresses that have received the largest multiple of `sweepAbove`.
   */
  async begin(): Promise<void> {
    this.#nextAtMs = performance.now() + EVERY_MS;
    const { pool, chain } = this.#parts;
    const coins = chain.coins.map(({ coin }) => coin);
    await pool.query(
      `with chosen as (
         select found.* from unnest($2::text[], $3::numeric[]) as worth (coin, least)
         cross join lateral (
           select u.coin, u.address_index, u.amount / least as multiple from unswept_deposits u
           where u.network = $1 and u.coin = worth.coin and u.amount >= least and not exists (
             select from sweeps s where s.network = u.network and s.address_index = u.address_index and s.coin = u.coin
               and s.ended_at is null)
           order by u.amount desc limit ${BEGUN_AT_ONCE}) found
         order by multiple desc limit least(${BEGUN_AT_ONCE}, greatest(0, ${IN_PROGRESS_AT_MOST} - (
           select count(*) from sweeps where network = $1 and ended_at is null and (${isDue('$4', '$5')}))))),
       begun as (
         insert into sweeps (network, address_index, coin) select $1, address_index, coin from chosen
         on conflict do nothing returning address_index, coin)
       delete from unswept_deposits u using begun
       where u.network = $1 and u.coin = begun.coin and u.address_index = begun.address_index`,
      [chain.network, coins, coins.map((coin) => String(this.#least(coin) || 1n)), ...this.#dueTimes()],
    );
  }

  #least(coin: string): bigint {
    const decimals = this.#parts.chain.coins.find((one) => one.coin === coin)?.decimals ?? 0;
    return parseUnits(this.#parts.row(coin)?.sweepAbove ?? '0', decimals);
  }

  /**
   * The sweeps to continue, one per address, at most `CONTINUED_AT_ONCE`. A sweep of the network's native coin comes
   * last, because it would take the gas that a token's sweep needs. A paused sweep lets other sweeps of its address go
   * first, unless its payment is pending.
   */
  async #due(): Promise<readonly SweepRow[]> {
    const { network, coins } = this.#parts.chain;
    const own = coins.find(({ contract }) => contract === undefined)?.coin ?? '';
    const { rows } = await this.#parts.pool.query<SweepRow>(
      `with open as (
         select *, ${isDue('$3', '$4')} as is_due, exists (
           select from outgoing_payments p where p.id = sweeps.payment_id and p.ended_at is null) as is_paying
         from sweeps where network = $1 and ended_at is null)
       select * from (
         select distinct on (address_index) * from open where is_due or is_paying
         order by address_index, is_paying desc, step = 0, coin = $2, sweep_id) first_of_address
       where is_due order by next_at, sweep_id limit ${CONTINUED_AT_ONCE}`,
      [network, own, ...this.#dueTimes()],
    );
    return rows;
  }

  /**
   * The values for the placeholders of `isDue`: the current time, and the latest time at which a pause that starts now
   * can end. If a sweep's pause ends even later, it began before the clock was set back, and the sweep counts as not
   * paused.
   */
  #dueTimes(): readonly [Date, Date] {
    const nowMs = this.#parts.nowMs();
    return [new Date(nowMs), new Date(nowMs + PAUSES.longestMs)];
  }

  async #pause(client: Pick<Pool, 'query'>, { sweep_id, failures }: SweepRow): Promise<void> {
    const nextAt = new Date(this.#parts.nowMs() + growingPauseMs(PAUSES, failures));
    await client.query('update sweeps set failures = failures + 1, next_at = $2 where sweep_id = $1', [
      sweep_id,
      nextAt,
    ]);
  }

  /**
   * Takes the next step of a sweep after the previous step has ended. A step that failed, or cannot be paid at current
   * fees, is planned again after a pause. Deposits are not spent until they have enough confirmations: if a reorg
   * removed them, a payment that spends them would become impossible.
   */
  async #goOn(sweep: SweepRow): Promise<void> {
    const { pool, chain, outgoing, maxFee } = this.#parts;
    const { sweep_id, address_index, coin, step, payment_id } = sweep;
    const last = payment_id === '' ? undefined : await outgoing.payment(payment_id);
    const isStuck = last?.state === 'wanted' && last.attempts >= STUCK_AFTER;
    if (last !== undefined && last.state !== 'confirmed' && last.state !== 'failed' && !isStuck) return;
    const holdings = await outgoing.settledAt(chain.network, address_index);
    const movements = await chain.sweep(address_index, coin, { maxFee, settled: holdings?.settled });
    const isWorthIt = (amount = 0n): boolean => amount > 0n && amount >= this.#least(coin);
    // Deposits that arrive during a sweep must be worth another payment: otherwise dust would prolong the sweep
    // forever.
    const isSwept = last?.state === 'confirmed' && last.purpose === 'sweep';
    const next = isSwept && !isWorthIt(movements.at(-1)?.amount) ? undefined : movements[0];
    if (next === undefined && isWorthIt(holdings?.coming(coin))) return;
    await inTransaction(pool, async (client) => {
      // A concurrent call waits here for the lock, and then finds that the sweep has advanced.
      const { rowCount } = await client.query(
        'select from sweeps where sweep_id = $1 and step = $2 and ended_at is null for update',
        [sweep_id, step],
      );
      if (rowCount === 0 || (isStuck && !(await outgoing.unwant(client, payment_id)))) return;
      if (last?.state === 'failed') await outgoing.giveUp(client, payment_id);
      if (last?.state === 'failed' || isStuck) await this.#pause(client, sweep);
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

/** SQL condition: the sweep is not paused. `now` and `latest` are the placeholders for the values of `#dueTimes`. */
const isDue = (now: string, latest: string): string => `(next_at <= ${now} or next_at > ${latest})`;

const purposeOf = ({ source }: Movement, index: number) =>
  source.kind === 'hot' ? ({ purpose: 'gas', toIndex: index } as const) : ({ purpose: 'sweep' } as const);
