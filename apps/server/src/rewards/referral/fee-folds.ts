import type { CoreEvent, OwnerId } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import type { Instruments } from '../../kit/instruments.ts';
import { KeyedMutex } from '../../kit/keyed-mutex.ts';
import { oneByOne } from '../../kit/one-by-one.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import type { RewardPayments } from '../fund/payments.ts';
import { type Credit, type Folded, foldFees, type PaidFee } from './fold-fees.ts';
import { TradedSince } from './traded-since.ts';

/** Maximum number of fees per step. A single command has fewer. */
const MOST_FEES = 4_000;
const MOST_OWNERS = 500;

/**
 * SQL query: the first $4 fees of client $1 after position $2 up to and including $3. Liquidation fees are returned as
 * 0, because they go to the insurance fund and not to the exchange.
 */
const READ_FEES = `with related (id) as materialized (
    select inviter from referrals where friend = $1 union select friend from referrals where inviter = $1),
  own as materialized (
    select position, line, time_ms, fee_units, notional_units, market_id, trade
    from fills where owner_id = $1 and position > $2 and position <= $3 order by position, line limit $4),
  own_changes as materialized (
    select position, line, time_ms,
      case when role = 'taker' and exists (select from liquidations l
        where l.owner_id = $1 and l.position = c.position and l.order_id = c.order_id) then 0 else fee_units end as fee_units,
      case when fee_units > 0 then notional_units else 0 end as volume_units, market_id, price_ticks, traded_lots, role
    from position_changes c where owner_id = $1 and kind = 'fill' and position > $2 and position <= $3
    order by position, line limit $4),
  theirs as materialized (
    select o.position, o.market_id, o.trade from related join fills o on o.owner_id = related.id
    where o.position > $2 and o.position <= $3 and o.position = any(array(select position from own))),
  their_changes as materialized (
    select o.position, o.market_id, o.price_ticks, o.traded_lots,
      case o.role when 'maker' then 'taker' else 'maker' end as other_role
    from related join position_changes o on o.owner_id = related.id
    where o.kind = 'fill' and o.position > $2 and o.position <= $3
      and o.position = any(array(select position from own_changes)))
  select position, line, time_ms, fee_units, notional_units as volume_units,
    (position, market_id, trade) in (select position, market_id, trade from theirs) as is_with_friend
  from own
  union all
  select position, line, time_ms, fee_units, volume_units,
    (position, market_id, price_ticks, traded_lots, role) in
      (select position, market_id, price_ticks, traded_lots, other_role from their_changes)
  from own_changes
  order by position, line limit $4`;

interface Parts {
  readonly pool: Pool;
  readonly payments: RewardPayments;
  readonly instruments: Instruments;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

interface FoldRow {
  readonly position: string;
  readonly used_units: string;
}

interface FillRow {
  readonly position: string;
  readonly time_ms: string;
  readonly fee_units: string;
  readonly volume_units: string;
  readonly is_with_friend: boolean;
}

interface Step {
  /** The position up to which fees have been processed; undefined if the client's fees are not tracked. */
  readonly to: number | undefined;
  readonly hasMore: boolean;
  /** The id of the payment that was inserted, if any. */
  readonly payment: number | undefined;
}

/**
 * Processes the fees of clients who have fee credits, friends or an inviter, in log order, up to the position of the
 * read models. Refunds what credits cover, and adds the rest to the fees of which the inviter gets a share. The
 * client's cursor moves in the same transaction, so no fee is processed twice.
 */
export class FeeFolds {
  readonly #parts: Parts;
  readonly #traded = new TradedSince();
  readonly #mutex = new KeyedMutex();
  /** By client, the queued run that starts when the current one ends. */
  readonly #next = new Map<OwnerId, Promise<number | undefined>>();
  #hasRunAll = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Records which clients trade. Called with every event of the log. */
  saw(event: CoreEvent, position: number): void {
    this.#traded.add(event, position);
  }

  /**
   * Processes the new fees of clients who have traded since the last call; on the first call, of all clients. Never
   * throws.
   */
  async run(): Promise<void> {
    const failed = (error: unknown) => this.#parts.log.error({ err: error }, 'reading fees failed, will retry');
    try {
      // Before the full run, so that clients who trade during it are processed again.
      this.#traded.begin();
      if (!this.#hasRunAll) {
        this.#hasRunAll = await this.#runAll(failed);
        return;
      }
      const foldOne = async ([owner, position]: readonly [OwnerId, number]) => {
        const to = await this.fold(owner);
        if (to === undefined || to >= position) this.#traded.seen(owner, position);
      };
      await oneByOne(this.#traded.all(), foldOne, failed);
    } catch (error) {
      failed(error);
    }
  }

  /**
   * Processes a client's new fees in steps. Returns the position reached; undefined if this client's fees are not
   * tracked. Calls made while a run is in progress share the next run, so that one client's claims cannot occupy all
   * database connections.
   */
  fold(owner: OwnerId): Promise<number | undefined> {
    const next = this.#next.get(owner);
    if (next !== undefined) return next;
    const key = String(owner);
    const mustWait = this.#mutex.isBusy(key);
    const reading = this.#mutex.runExclusive(key, () => {
      this.#next.delete(owner);
      return this.#foldNow(owner);
    });
    if (mustWait) this.#next.set(owner, reading);
    return reading;
  }

  async #foldNow(owner: OwnerId): Promise<number | undefined> {
    for (;;) {
      const { to, hasMore, payment } = await inTransaction(this.#parts.pool, (client) => this.#step(client, owner));
      if (payment !== undefined) await this.#parts.payments.pay(payment);
      if (!hasMore) return to;
    }
  }

  /** Processes the new fees of every client who has any. Returns false if it failed for one of them. */
  async #runAll(failed: (error: unknown) => void): Promise<boolean> {
    let isComplete = true;
    for (let after = 0; ; ) {
      const { rows } = await this.#parts.pool.query<{ owner: string }>(
        `select owner from fee_folds f where owner > $1 and (
           exists (select from fills where owner_id = f.owner and position > f.position)
           or exists (select from position_changes where owner_id = f.owner and position > f.position))
         order by owner limit ${MOST_OWNERS}`,
        [after],
      );
      await oneByOne(
        rows,
        ({ owner }) => this.fold(Number(owner)),
        (error) => {
          isComplete = false;
          failed(error);
        },
      );
      const last = rows.at(-1);
      if (last === undefined || rows.length < MOST_OWNERS) return isComplete;
      after = Number(last.owner);
    }
  }

  async #step(client: PoolClient, owner: OwnerId): Promise<Step> {
    const folds = await client.query<FoldRow>(
      'select position, used_units from fee_folds where owner = $1 for update',
      [owner],
    );
    const [fold] = folds.rows;
    const usdt = this.#parts.instruments.usdt;
    if (fold === undefined || usdt === undefined) return { to: undefined, hasMore: false, payment: undefined };
    const from = Number(fold.position);
    const { fees, to, hasMore } = await readFees(client, owner, from);
    // While the read models are rebuilt, they may be behind the client's cursor.
    if (to <= from) return { to: from, hasMore: false, payment: undefined };
    const folded = foldFees(fees, await creditsOf(client, owner), Number(fold.used_units));
    await client.query('update fee_folds set position = $2, used_units = used_units + $3 where owner = $1', [
      owner,
      to,
      folded.backUnits,
    ]);
    await addFolded(client, owner, folded);
    if (folded.backUnits === 0) return { to, hasMore, payment: undefined };
    const payment = await this.#parts.payments.choose(client, {
      owner,
      kind: 'fee_credit',
      account: 'rewards',
      asset: usdt.asset,
      units: folded.backUnits as AssetUnits,
      toPosition: to,
    });
    return { to, hasMore, payment };
  }
}

/**
 * Adds the remaining fees to those of which the inviter gets a share, and stores the volume that does not count for
 * tasks.
 */
async function addFolded(
  client: PoolClient,
  owner: OwnerId,
  { netUnits, lastDay, lastDayUnits, uncounted }: Folded,
): Promise<void> {
  if (netUnits > 0)
    await client.query(
      `update referrals set fee_units = fee_units + $2, open_day = $3,
         open_units = case when open_day = $3 then open_units else 0 end + $4 where friend = $1`,
      [owner, netUnits, lastDay, lastDayUnits],
    );
  if (uncounted.size === 0) return;
  await client.query(
    `insert into uncounted_volume (owner, day, units) select $1, * from unnest($2::integer[], $3::bigint[])
     on conflict (owner, day) do update set units = uncounted_volume.units + excluded.units`,
    [owner, [...uncounted.keys()], [...uncounted.values()]],
  );
}

/**
 * The client's fees after `from`, up to a command boundary, and the position up to which they are complete. The
 * counterparty of a spot trade is matched by the trade's number; that of a perpetual trade by command, price and size.
 * Trades of the inviter and friends are only looked up at positions where the client has traded.
 */
async function readFees(client: PoolClient, owner: OwnerId, from: number) {
  // Read before the fees, so that the rows are complete up to this position.
  const models = await client.query<{ position: string }>('select position from projector_position');
  const end = Number(models.rows[0]?.position ?? 0);
  const { rows } = await client.query<FillRow>(READ_FEES, [owner, from, end, MOST_FEES]);
  const fees = rows.map(
    (row): PaidFee => ({
      position: Number(row.position),
      timeMs: Number(row.time_ms),
      feeUnits: Number(row.fee_units),
      volumeUnits: Number(row.volume_units),
      isWithFriend: row.is_with_friend,
    }),
  );
  const last = fees.at(-1);
  if (fees.length < MOST_FEES || last === undefined) return { fees, to: end, hasMore: false };
  // The last command's fees may be incomplete.
  const whole = fees.filter(({ position }) => position < last.position);
  return { fees: whole, to: last.position - 1, hasMore: true };
}

/** The client's credits, minus revoked amounts. Credits of a held referral are excluded during the hold. */
async function creditsOf(database: Pick<Pool, 'query'>, owner: OwnerId): Promise<Credit[]> {
  const { rows } = await database.query<{ position: string; units: string }>(
    `select position, units - revoked_units as units from fee_credits c
     where owner = $1 and state = 'granted' and units > revoked_units
       and not exists (select from referral_holds h where h.friend = c.friend and h.state = 'held') order by position`,
    [owner],
  );
  return rows.map(({ position, units }) => ({ position: Number(position), units: Number(units) }));
}
