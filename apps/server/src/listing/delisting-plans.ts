import type { NotificationKind } from '@vitrine/contract';
import { type Command, type Core, FIRST_CLIENT_OWNER, type MarketId, type OwnerId, type Refusal } from '@vitrine/core';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import { holdersOf } from '../futures/risk/position-survey.ts';
import { ApiError } from '../kit/api-error.ts';
import { type Instrument, type Instruments, isDelisted } from '../kit/instruments.ts';
import { KeyedMutex } from '../kit/keyed-mutex.ts';
import { Loop } from '../kit/loop.ts';
import { inTransaction } from '../kit/postgres/transaction.ts';
import { utcTime } from '../kit/utc-time.ts';
import type { MailQueue } from '../notifications/mail/mail-queue.ts';
import type { Letter } from '../notifications/mail/mails.ts';
import type { Notices } from '../notifications/notices.ts';
import { marketName } from '../projections/wire.ts';
import { lockStaff } from '../staff/members/staff-lock.ts';
import { closeOnlyFrom, type PlannedDelistings } from '../trading/planned-delistings.ts';
import { type CloseOnlyRules, type RulesBefore, type RulesBeforeRow, rulesBefore } from './close-only-rules.ts';
import {
  delistingCancelledMail,
  delistingPlannedMail,
  delistingReminderMail,
  type PlannedFacts,
} from './delisting-mails.ts';
import type { Delistings } from './delistings.ts';

/** The pool, or a transaction. */
type Database = Pick<Pool, 'query'>;

const HOUR_MS = 3_600_000;
/** The minimum time between planning a delisting and its beginning, unless the market is halted. */
const LEAST_HOURS_AHEAD = 48;
const MOST_DAYS_AHEAD = 90;
/** How long before a delisting holders are notified for the second time. */
const REMINDER_MS = 24 * HOUR_MS;

export interface DelistingPlansParts {
  readonly pool: Pool;
  readonly core: () => Pick<Core, 'market' | 'perpetual' | 'ownersWithOrders' | 'heldPositions' | 'allOpenOrders'>;
  readonly instruments: Pick<Instruments, 'byMarket'>;
  readonly planned: Pick<PlannedDelistings, 'of' | 'refresh'>;
  readonly delistings: Pick<Delistings, 'begin' | 'underway' | 'loop'>;
  readonly closeOnlyRules: CloseOnlyRules;
  readonly notices: Pick<Notices, 'addToAll'>;
  readonly mailQueue: Pick<MailQueue, 'addToAll'>;
  readonly clock: () => number;
  readonly submit: (command: Command) => Promise<{ readonly refusal?: Refusal }>;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
}

interface Plan {
  readonly market: MarketId;
  readonly approval: number;
  readonly atMs: number;
  readonly wasHalted: boolean;
  readonly isAnnounced: boolean;
  readonly isReminded: boolean;
  readonly isCancelled: boolean;
  /** The rules before the close-only phase; undefined if the phase has not changed any, or after they are restored. */
  readonly before: RulesBefore | undefined;
}

type Mail = (facts: PlannedFacts) => Letter;

/**
 * Delistings approved for a later time. Each step is recorded in the table, in the same transaction as its effects, so
 * that only one server takes it, once.
 */
export class DelistingPlans {
  readonly #parts: DelistingPlansParts;
  readonly #running = new KeyedMutex();
  /** Notifies holders, cancels orders that could open positions, and begins the delistings that are due. */
  readonly loop: Loop;

  constructor(parts: DelistingPlansParts) {
    this.#parts = parts;
    this.loop = new Loop({ name: 'planned delistings', everyMs: 5_000, cycle: () => this.run(), log: parts.log });
  }

  /** Throws if a delisting cannot be planned for this time. Errors: listing_invalid. */
  demandTime(atMs: number, isHalted: boolean): void {
    const aheadMs = atMs - this.#parts.clock();
    if (aheadMs < (isHalted ? 0 : LEAST_HOURS_AHEAD * HOUR_MS))
      throw new ApiError('listing_invalid', {
        reason: 'delisting_too_soon',
        field: 'delist_at',
        most: String(LEAST_HOURS_AHEAD),
      });
    if (aheadMs > MOST_DAYS_AHEAD * 24 * HOUR_MS)
      throw new ApiError('listing_invalid', {
        reason: 'delisting_too_late',
        field: 'delist_at',
        most: String(MOST_DAYS_AHEAD),
      });
  }

  /** Throws if the delisting of the market is already planned. Errors: delisting_planned. */
  async demandNone(market: MarketId): Promise<void> {
    await this.#parts.planned.refresh();
    if (this.#parts.planned.of(market) !== undefined) throw new ApiError('delisting_planned');
  }

  /**
   * Throws if the close-only phase of a perpetual market has begun: it would narrow a new price band again, and
   * cancelling the plan restores the earlier rules. Errors: delisting_near.
   */
  async demandRulesFree({ market, isPerpetual }: Pick<Instrument, 'market' | 'isPerpetual'>): Promise<void> {
    const { planned, clock } = this.#parts;
    await planned.refresh();
    const plan = planned.of(market);
    if (isPerpetual && plan !== undefined && clock() >= plan.closeOnlyMs) throw new ApiError('delisting_near');
  }

  /** Records a plan in the transaction of its approval; call `changed` after the commit. Errors: delisting_planned. */
  async plan(
    transaction: Database,
    market: MarketId,
    { approval, atMs, wasHalted }: Pick<Plan, 'approval' | 'atMs' | 'wasHalted'>,
  ): Promise<void> {
    const { rowCount } = await transaction.query(
      `insert into planned_delisting (market_id, approval_id, planned_ms, was_halted) values ($1, $2, $3, $4)
       on conflict (market_id) do update set approval_id = $2, planned_ms = $3, was_halted = $4, announced_at = null,
         reminded_at = null, is_cancelled = false
       where planned_delisting.is_cancelled`,
      [market, approval, atMs, wasHalted],
    );
    if (rowCount !== 1) throw new ApiError('delisting_planned');
  }

  /**
   * Cancels a plan in the transaction that approves the cancellation; call `changed` after the commit. Errors:
   * listing_changed if no delisting is planned for this time, or if it has begun.
   */
  async cancel(transaction: Database, market: MarketId, atMs: number): Promise<void> {
    const { rowCount } = await transaction.query(
      `update planned_delisting set is_cancelled = true
       where market_id = $1 and planned_ms = $2 and not is_cancelled`,
      [market, atMs],
    );
    if (rowCount !== 1) throw new ApiError('listing_changed');
  }

  /**
   * Deletes the plan of a market whose delisting begins immediately, in the transaction that approves this delisting.
   * Returns the earlier rules that the close-only phase has changed.
   */
  async supersede(transaction: Database, market: MarketId): Promise<RulesBefore | undefined> {
    const { rows } = await transaction.query<RulesBeforeRow>(
      'delete from planned_delisting where market_id = $1 returning band_before_ppm, term_before_days',
      [market],
    );
    return rulesBefore(rows[0]);
  }

  /** Call this after the commit of a change to the plans: it updates the plans in memory and runs a cycle. */
  async changed(): Promise<void> {
    await this.#parts.planned.refresh();
    this.loop.poke();
  }

  /** Takes all steps that are due. A failure in one market does not affect the others. */
  run(): Promise<void> {
    return this.#running.runExclusive('', async () => {
      const failures: unknown[] = [];
      for (const plan of await this.#plans()) {
        try {
          await this.#continue(plan);
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    });
  }

  async #plans(): Promise<Plan[]> {
    const { rows } = await this.#parts.pool.query<
      {
        market_id: MarketId;
        approval_id: string;
        planned_ms: string;
        was_halted: boolean;
        announced_at: Date | null;
        reminded_at: Date | null;
        is_cancelled: boolean;
      } & RulesBeforeRow
    >('select * from planned_delisting order by market_id');
    return rows.map((row) => ({
      market: row.market_id,
      approval: Number(row.approval_id),
      atMs: Number(row.planned_ms),
      wasHalted: row.was_halted,
      isAnnounced: row.announced_at !== null,
      isReminded: row.reminded_at !== null,
      isCancelled: row.is_cancelled,
      before: rulesBefore(row),
    }));
  }

  async #continue(plan: Plan): Promise<void> {
    const { instruments, clock } = this.#parts;
    const instrument = instruments.byMarket(plan.market);
    if (isDelisted(instrument)) {
      await this.supersede(this.#parts.pool, plan.market);
      return;
    }
    const now = clock();
    const isCloseOnly = !plan.isCancelled && now >= closeOnlyFrom(plan.atMs);
    // Also restores the rules of a market that was planned again after a cancellation, before they were restored.
    if (!isCloseOnly && !(await this.#restoreRules(plan))) return;
    if (plan.isCancelled) return this.#announceCancellation(instrument, plan);
    if (now >= plan.atMs) return this.#begin(instrument, plan);
    const isLate = now >= plan.atMs - REMINDER_MS;
    if (!plan.isAnnounced) await this.#announce(instrument, plan, isLate);
    else if (isLate && !plan.isReminded) await this.#remind(instrument, plan);
    if (!isCloseOnly || !(await this.#recordRules(plan))) return;
    await this.#parts.closeOnlyRules.apply(plan.market);
    await this.#endOpening(instrument);
  }

  /**
   * Records the rules before the close-only phase changes them, so that a cycle after a restart, or on another server,
   * does not record the changed ones. Returns whether they are recorded; otherwise the next cycle continues. Runs under
   * the lock of approvals, so that no rule change approved before the phase is missed.
   */
  async #recordRules({ market, approval, before }: Plan): Promise<boolean> {
    const { closeOnlyRules, pool } = this.#parts;
    if (before !== undefined || closeOnlyRules.current(market) === undefined) return true;
    return inTransaction(pool, async (transaction) => {
      await lockStaff(transaction);
      const current = closeOnlyRules.current(market);
      const { rowCount } = await transaction.query(
        `update planned_delisting set band_before_ppm = $3, term_before_days = $4
         where market_id = $1 and approval_id = $2 and band_before_ppm is null and not is_cancelled`,
        [market, approval, current?.bandPpm, current?.termDays],
      );
      return rowCount === 1;
    });
  }

  /**
   * Restores the rules that the close-only phase of a cancelled plan has changed. Returns whether that is done;
   * otherwise the next cycle retries.
   */
  async #restoreRules({ market, approval, before }: Plan): Promise<boolean> {
    if (before === undefined) return true;
    if (!(await this.#parts.closeOnlyRules.restore(market, before))) return false;
    await this.#parts.pool.query(
      `update planned_delisting set band_before_ppm = null, term_before_days = null
       where market_id = $1 and approval_id = $2`,
      [market, approval],
    );
    return true;
  }

  /**
   * Announces a plan. If less than a day is left before the delisting, holders need no reminder, so it is recorded as
   * sent.
   */
  #announce(instrument: Instrument, plan: Plan, isLate: boolean): Promise<void> {
    return this.#notify(instrument, plan, 'delisting_planned', delistingPlannedMail, (transaction) =>
      transaction.query(
        `update planned_delisting set announced_at = now(), reminded_at = case when $3 then now() end
         where market_id = $1 and approval_id = $2 and announced_at is null and not is_cancelled`,
        [plan.market, plan.approval, isLate],
      ),
    );
  }

  #remind(instrument: Instrument, plan: Plan): Promise<void> {
    return this.#notify(instrument, plan, 'delisting_reminder', delistingReminderMail, (transaction) =>
      transaction.query(
        `update planned_delisting set reminded_at = now()
         where market_id = $1 and approval_id = $2 and reminded_at is null and not is_cancelled`,
        [plan.market, plan.approval],
      ),
    );
  }

  /** Notifies holders of a cancellation, unless the plan was never announced. */
  async #announceCancellation(instrument: Instrument, plan: Plan): Promise<void> {
    const remove = (database: Database) =>
      database.query('delete from planned_delisting where market_id = $1 and approval_id = $2 and is_cancelled', [
        plan.market,
        plan.approval,
      ]);
    if (plan.isAnnounced) await this.#notify(instrument, plan, 'delisting_cancelled', delistingCancelledMail, remove);
    else await remove(this.#parts.pool);
  }

  /**
   * Notifies all holders in one transaction. `mark` records this in the plan; if it changes no row, another server has
   * already notified them.
   */
  async #notify(
    instrument: Instrument,
    { atMs }: Plan,
    kind: NotificationKind,
    mail: Mail,
    mark: (transaction: PoolClient) => Promise<{ readonly rowCount: number | null }>,
  ): Promise<void> {
    const { pool, notices, mailQueue } = this.#parts;
    const owners = await this.#holders(instrument);
    const name = marketName(instrument);
    const { isPerpetual, base, quote } = instrument;
    const closeOnlyMs = isPerpetual ? closeOnlyFrom(atMs) : undefined;
    const content = mail({ name, atMs, closeOnlyMs, coin: isPerpetual ? quote.code : base.code });
    await inTransaction(pool, async (transaction) => {
      const { rowCount } = await mark(transaction);
      if (rowCount !== 1) return;
      await notices.addToAll(owners, kind, { name, at: utcTime(atMs) }, transaction);
      await mailQueue.addToAll(owners, content, transaction);
    });
  }

  /**
   * The clients with an order or a position in the market or, in a spot market, with a balance of its coin. The
   * balances come from the tables, which may be moments behind the log.
   */
  async #holders({ market, isPerpetual, base }: Instrument): Promise<OwnerId[]> {
    const core = this.#parts.core();
    const owners = new Set(core.ownersWithOrders(market, Number.POSITIVE_INFINITY));
    if (isPerpetual) for (const owner of await holdersOf(core, market)) owners.add(owner);
    else {
      const { rows } = await this.#parts.pool.query<{ owner_id: string }>(
        'select distinct owner_id from account_balances where asset_id = $1 and owner_id >= $2 and units > 0',
        [base.asset, FIRST_CLIENT_OWNER],
      );
      for (const { owner_id } of rows) owners.add(Number(owner_id));
    }
    return [...owners].filter((owner) => owner >= FIRST_CLIENT_OWNER);
  }

  /** Cancels the clients' orders that could open positions. The market refuses new ones. */
  async #endOpening({ market, isPerpetual }: Instrument): Promise<void> {
    if (!isPerpetual) return;
    const { core, submit } = this.#parts;
    for (const owner of core().ownersWithOrders(market, Number.POSITIVE_INFINITY)) {
      if (owner < FIRST_CLIENT_OWNER) continue;
      const opening = [...core().allOpenOrders(owner)].filter(
        (order) => order.market === market && order.reduceOnly !== true,
      );
      // A refused cancellation, for example because the order has been filled, is retried if the order is still open.
      await Promise.all(opening.map(({ order }) => submit({ kind: 'CancelOrder', owner, order })));
    }
  }

  /**
   * Replaces a due plan with a delisting, in one transaction, so that the delisting begins only once. A plan that was
   * approved before the market was halted waits until the halt has ended, because its approvers did not decide to end
   * the halt.
   */
  async #begin({ rules }: Instrument, { market, approval, wasHalted }: Plan): Promise<void> {
    const { pool, delistings, planned, clock, log } = this.#parts;
    if (rules.status === 'halted' && !wasHalted) return;
    const isBegun = await inTransaction(pool, async (transaction) => {
      // Another server may have recorded the rules since the plan was read.
      const { rows } = await transaction.query<RulesBeforeRow>(
        `delete from planned_delisting
         where market_id = $1 and approval_id = $2 and planned_ms <= $3 and not is_cancelled
         returning band_before_ppm, term_before_days`,
        [market, approval, Math.floor(clock())],
      );
      if (rows.length === 1) await delistings.begin(transaction, market, approval, { before: rulesBefore(rows[0]) });
      return rows.length === 1;
    });
    if (!isBegun) return;
    log.info({ market, approval }, 'planned delisting begins');
    await planned.refresh();
    delistings.loop.poke();
  }
}
