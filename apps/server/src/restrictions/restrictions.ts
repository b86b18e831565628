import type { RestrictionKind, RestrictionReason } from '@vitrine/contract';
import type { Command, Core, MarketId, OrderView, OwnerId, Refusal } from '@vitrine/core';
import { timeMs } from '@vitrine/money';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { SecurityEvents } from '../auth/security/security-events.ts';
import type { Sessions } from '../http/session.ts';
import { ApiError } from '../kit/api-error.ts';
import { BY_THE_EXCHANGE } from '../kit/device.ts';
import { KeyedMutex } from '../kit/keyed-mutex.ts';
import { inTransaction } from '../kit/postgres/transaction.ts';
import type { MailQueue } from '../notifications/mail/mail-queue.ts';
import type { Notices } from '../notifications/notices.ts';
import { type Operator, refuseOwn, teamOf } from '../staff/members/staff-member.ts';
import { restrictionEndedMail, restrictionSetMail } from './mails.ts';
import { type Restriction, type RestrictionRow, selectRestrictions, toRestriction } from './restriction-row.ts';

/** The pool, or a transaction. */
type Database = Pick<Pool, 'query'>;

export interface RestrictionsParts {
  readonly pool: Pool;
  readonly core: () => Pick<Core, 'isFrozen' | 'restrictionsOf' | 'allOpenOrders' | 'perpetual'>;
  /** The exchange's clock. */
  readonly clock: () => number;
  /** Submits a command; if it is refused, the outcome contains the refusal. */
  readonly submit: (command: Command) => Promise<{ readonly refusal?: Refusal }>;
  readonly sessions: Pick<Sessions, 'endAll'>;
  readonly securityEvents: SecurityEvents;
  readonly notices: Notices;
  readonly mailQueue: Pick<MailQueue, 'add' | 'sendAll'>;
  readonly brand: () => string;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

export interface NewRestriction {
  readonly uid: string;
  readonly kind: RestrictionKind;
  readonly reason: RestrictionReason;
  readonly rule: string;
  readonly days: number;
}

/** A requested renewal. */
export interface Renewal {
  readonly id: number;
  readonly days: number;
  readonly renewals: number;
}

/** A restriction as recorded in the table, and whether the core may have applied it. */
interface Unsettled {
  readonly id: string;
  readonly kind: RestrictionKind;
  readonly in_force: boolean;
  readonly is_applied: boolean;
}

/** One client's restrictions according to the table. */
interface Wanted {
  readonly owner: string;
  readonly is_settled: boolean;
  readonly may_not_trade: boolean;
  readonly is_frozen: boolean;
  readonly trade_until: Date | null;
  readonly withdraw_until: Date | null;
}

const DAY_MS = 86_400_000;

/**
 * Whether the order is a take-profit or stop-loss on a futures position. Such orders are not cancelled, even if they
 * rest in the book at their limit price: without them, a client who may not trade might be liquidated.
 */
const isProtection = ({ reduceOnly, trigger }: OrderView): boolean => reduceOnly === true && trigger !== 'none';

/**
 * Restrictions set by operators. The table contains the desired state; `settle` applies it to the core and notifies the
 * client, now or, if that fails, in the next run. Idempotent.
 */
export class Restrictions {
  readonly #parts: RestrictionsParts;
  readonly #settling = new KeyedMutex();
  /** Reads the table one query at a time, so that an older result does not overwrite a newer one. */
  readonly #refreshing = new KeyedMutex();
  #tradeByOwner = new Map<OwnerId, Restriction>();

  constructor(parts: RestrictionsParts) {
    this.#parts = parts;
  }

  /** The restriction that forbids this client from trading. Read from memory, because every order checks it. */
  onTrade(owner: OwnerId): Restriction | undefined {
    return this.#tradeByOwner.get(owner);
  }

  /** Reloads which clients may not trade. */
  refresh(): Promise<void> {
    return this.#refreshing.runExclusive('', async () => {
      const { rows } = await this.#parts.pool.query<RestrictionRow>(
        `${selectRestrictions} where restriction.kind = 'trade' and restriction.ended_at is null`,
      );
      this.#tradeByOwner = new Map(rows.map(toRestriction).map((restriction) => [restriction.owner, restriction]));
    });
  }

  /** Reloads whether this client may trade. */
  #refreshOne(owner: OwnerId): Promise<void> {
    return this.#refreshing.runExclusive('', async () => {
      const { rows } = await this.#parts.pool.query<RestrictionRow>(
        `${selectRestrictions}
         where restriction.owner = $1 and restriction.kind = 'trade' and restriction.ended_at is null`,
        [owner],
      );
      if (rows[0] === undefined) this.#tradeByOwner.delete(owner);
      else this.#tradeByOwner.set(owner, toRestriction(rows[0]));
    });
  }

  /** One client's restrictions: those in force first, newest first within each group. */
  async of(owner: OwnerId): Promise<Restriction[]> {
    const { rows } = await this.#parts.pool.query<RestrictionRow>(
      `${selectRestrictions} where restriction.owner = $1 order by restriction.ended_at is not null, restriction.id desc`,
      [owner],
    );
    return rows.map(toRestriction);
  }

  /** Restrictions in force, those that end soonest first; or ended ones, most recently ended first. */
  async list(filter: { readonly isInForce: boolean; readonly kind?: RestrictionKind; readonly limit: number }) {
    const { rows } = await this.#parts.pool.query<RestrictionRow>(
      `${selectRestrictions} where (restriction.ended_at is null) = $1 and ($2::text is null or restriction.kind = $2)
       order by case when $1 then restriction.ends_at end, restriction.ended_at desc, restriction.id desc limit $3`,
      [filter.isInForce, filter.kind ?? null, filter.limit],
    );
    return rows.map(toRestriction);
  }

  async inForce(): Promise<number> {
    const { rows } = await this.#parts.pool.query<{ found: number }>(
      'select count(*)::int as found from restriction where ended_at is null',
    );
    return rows[0]?.found ?? 0;
  }

  /** Restricts a client. Errors: unknown_client, own_account, rule_empty, restriction_exists. */
  async set(form: NewRestriction, operator: Operator): Promise<Restriction> {
    const { pool, clock } = this.#parts;
    const client = await this.#client(form.uid);
    refuseOwn(client.email, operator);
    const rule = form.rule.trim();
    if (rule.length < 3) throw new ApiError('rule_empty');
    const now = clock();
    const { rows } = await pool.query<{ id: string }>(
      `insert into restriction (owner, kind, reason, rule, set_by, set_by_team, set_at, ends_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (owner, kind) where ended_at is null do nothing returning id`,
      [
        client.owner,
        form.kind,
        form.reason,
        rule,
        operator.email,
        teamOf(operator),
        new Date(now),
        new Date(now + form.days * DAY_MS),
      ],
    );
    if (rows[0] === undefined) throw new ApiError('restriction_exists');
    return this.changed(Number(rows[0].id));
  }

  /** Ends a restriction before its end time. Errors: unknown_restriction, restriction_ended, own_account. */
  async end(id: number, reason: string, operator: Operator): Promise<Restriction> {
    refuseOwn((await this.one(id)).email, operator);
    await inTransaction(this.#parts.pool, async (client) => {
      await this.endWithin(client, id, operator.email, reason);
      await client.query(
        `update objection set outcome = 'ended', answered_at = $2, answered_by = $3 where restriction_id = $1 and outcome = 'open'`,
        [id, new Date(this.#parts.clock()), operator.email],
      );
      return id;
    });
    return this.changed(id);
  }

  /**
   * Ends a restriction in the caller's transaction; call `changed` after its commit. The restriction is recorded as
   * applied even if setting it failed, because the core may have applied it; `changed` then ends it in the core.
   * Errors: restriction_ended.
   */
  async endWithin(client: Database, id: number, by: string, reason: string): Promise<void> {
    const { rowCount } = await client.query(
      `update restriction set ended_at = $2, ended_by = $3, end_reason = $4, is_applied = true
       where id = $1 and ended_at is null`,
      [id, new Date(this.#parts.clock()), by, reason],
    );
    if (rowCount !== 1) throw new ApiError('restriction_ended');
  }

  /** Updates the core and notifies the client. Call it after a restriction has been set or has ended. */
  async changed(id: number): Promise<Restriction> {
    const restriction = await this.one(id);
    await this.settle(restriction.owner);
    await this.#parts.mailQueue.sendAll(restriction.owner);
    return restriction;
  }

  /**
   * Returns the restriction if this operator may renew it. Errors: unknown_restriction, restriction_ended, own_account.
   */
  async renewable(id: number, operator: Pick<Operator, 'email'>, database?: Database): Promise<Restriction> {
    const restriction = await this.one(id, database);
    refuseOwn(restriction.email, operator);
    if (restriction.endedAtMs !== 0) throw new ApiError('restriction_ended');
    return restriction;
  }

  /**
   * Extends a restriction to `days` from now, in the transaction that approves the renewal; call `renewed` after the
   * commit. `renewals` is how often the restriction had been renewed when this renewal was requested; `askedBy`
   * requested it. Errors: those of `renewable`, restriction_changed.
   */
  async renewWithin(
    transaction: Database,
    { id, days, renewals }: Renewal,
    operator: Pick<Operator, 'email'>,
    askedBy: string,
  ): Promise<void> {
    const { clock, notices, mailQueue, brand } = this.#parts;
    const { owner, kind, reason, rule } = await this.renewable(id, operator, transaction);
    const endsAtMs = clock() + days * DAY_MS;
    const { rowCount } = await transaction.query(
      `update restriction set ends_at = $2, renewed_by = $3, renewals = renewals + 1,
         renewers = renewers || array[$3, $5]::text[]
       where id = $1 and ended_at is null and renewals = $4`,
      [id, new Date(endsAtMs), operator.email, renewals, askedBy],
    );
    if (rowCount !== 1) throw new ApiError('restriction_changed');
    await notices.add(owner, 'restriction_set', { kind, reason }, transaction);
    await mailQueue.add(owner, restrictionSetMail(brand(), { kind, reason, rule, endsAtMs }), transaction);
  }

  /**
   * Updates the core and sends the client the email. Does not throw if the core cannot be updated: the next run
   * retries.
   */
  async renewed({ id }: Renewal): Promise<void> {
    await this.align();
    await this.#parts.mailQueue.sendAll((await this.one(id)).owner);
  }

  /** Errors: unknown_restriction. */
  async one(id: number, database: Database = this.#parts.pool): Promise<Restriction> {
    const { rows } = await database.query<RestrictionRow>(`${selectRestrictions} where restriction.id = $1`, [id]);
    if (rows[0] === undefined) throw new ApiError('unknown_restriction');
    return toRestriction(rows[0]);
  }

  /** Ends restrictions whose end time has passed, and settles every client whose core state differs from the table. */
  async run(): Promise<void> {
    const { pool, clock } = this.#parts;
    await pool.query(
      `with due as (
         update restriction set ended_at = ends_at, is_applied = true
         where ended_at is null and ends_at <= $1 returning id)
       update objection set outcome = 'lapsed', answered_at = $1
       where outcome = 'open' and restriction_id in (select id from due)`,
      [new Date(clock())],
    );
    await this.align();
  }

  /**
   * Settles every client whose restrictions differ between the core and the table: the core may lack a renewal, or may
   * still have orders in a market that was halted when the restriction was set. A failure for one client is logged and
   * retried by the next run; the other clients are settled.
   */
  async align(): Promise<void> {
    const { log } = this.#parts;
    await this.refresh();
    for (const owner of await this.#differing())
      await this.settle(owner).catch((err: unknown) =>
        log.error({ err, owner }, 'applying the restrictions of a client failed, will retry'),
      );
  }

  /**
   * The clients with an unsettled change, with end times other than those in the core, without their freeze in the core,
   * or with orders to cancel.
   */
  async #differing(): Promise<OwnerId[]> {
    const { pool, clock, core } = this.#parts;
    const { rows } = await pool.query<Wanted>(
      `select owner, bool_and(is_applied = (ended_at is null)) as is_settled,
         bool_or(kind = 'trade' and ended_at is null) as may_not_trade,
         bool_or(kind = 'freeze' and ended_at is null) as is_frozen,
         max(ends_at) filter (where kind = 'trade' and ended_at is null and ends_at > $1) as trade_until,
         max(ends_at) filter (where kind = 'withdraw' and ended_at is null and ends_at > $1) as withdraw_until
       from (select id, owner, kind, is_applied, ended_at, ends_at from restriction
             where is_applied <> (ended_at is null)
             union
             select id, owner, kind, is_applied, ended_at, ends_at from restriction
             where ended_at is null) wanted
       group by owner`,
      [new Date(clock())],
    );
    return rows
      .filter((row) => {
        const owner = Number(row.owner);
        const known = core().restrictionsOf(owner);
        const isKnown =
          known.tradeUntil === (row.trade_until?.getTime() ?? 0) &&
          known.withdrawUntil === (row.withdraw_until?.getTime() ?? 0);
        const isThawed = row.is_frozen && !core().isFrozen(owner);
        return !row.is_settled || !isKnown || isThawed || (row.may_not_trade && this.#hasOrdersToCancel(owner));
      })
      .map(({ owner }) => Number(owner));
  }

  /** Updates the core to match the table for this client; one run at a time per client. */
  settle(owner: OwnerId): Promise<void> {
    return this.#settling.runExclusive(String(owner), () => this.#settle(owner));
  }

  #hasOrdersToCancel(owner: OwnerId): boolean {
    for (const order of this.#parts.core().allOpenOrders(owner)) if (!isProtection(order)) return true;
    return false;
  }

  async #settle(owner: OwnerId): Promise<void> {
    // First refresh the state that orders check: orders sent from now on are refused, and earlier orders are cancelled
    // below.
    await this.#refreshOne(owner);
    const { rows } = await this.#parts.pool.query<Unsettled>(
      `select id, kind, ended_at is null as in_force, is_applied from restriction
       where owner = $1 and (ended_at is null or is_applied)`,
      [owner],
    );
    const changed = rows.filter(({ in_force, is_applied }) => in_force !== is_applied);
    const isFreeze = ({ kind }: Unsettled) => kind === 'freeze';
    const isFrozen = rows.some((row) => isFreeze(row) && row.in_force);
    // Servers of earlier versions lifted a freeze for one command. If such a server stopped before it set the freeze
    // again, it is set here.
    if (changed.some(isFreeze) || (isFrozen && !this.#parts.core().isFrozen(owner)))
      await this.#freeze(owner, isFrozen);
    await this.#restrict(owner);
    if (rows.some(({ kind, in_force }) => kind === 'trade' && in_force)) await this.#cancelOrders(owner);
    for (const { id, in_force } of changed) await this.#settled(Number(id), in_force);
  }

  async #freeze(owner: OwnerId, isFrozen: boolean): Promise<void> {
    const { core, sessions } = this.#parts;
    const wasFrozen = core().isFrozen(owner);
    if (isFrozen && !wasFrozen) await this.#submit({ kind: 'FreezeOwner', owner });
    // When a server applies the freeze, it ends the sessions that it knows, but only once. Sessions are ended again
    // here, so that none stays open during the freeze.
    if (isFrozen || wasFrozen) await sessions.endAll(owner, 'frozen');
    if (wasFrozen && !isFrozen) await this.#submit({ kind: 'UnfreezeOwner', owner });
  }

  /**
   * Cancels the client's open orders, except stops that protect a position. Call this after the core has stopped
   * accepting orders from the client. Orders in a halted or busy market cannot be cancelled yet; a later run cancels
   * them. In a perpetual market, each order has its own command: a command for all orders of the market would also
   * cancel protective stops.
   */
  async #cancelOrders(owner: OwnerId): Promise<void> {
    const core = this.#parts.core();
    const orders = [...core.allOpenOrders(owner)];
    const isPerpetual = (market: MarketId) => core.perpetual(market) !== undefined;
    const emptied = [...new Set(orders.map(({ market }) => market))].filter((market) => !isPerpetual(market));
    const others = orders.filter((one) => isPerpetual(one.market) && !isProtection(one));
    await Promise.all([
      ...emptied.map((market) => this.#submit({ kind: 'CancelAllOrders', owner, market }, ['market_halted'])),
      ...others.map(({ order }) =>
        this.#submit({ kind: 'CancelOrder', owner, order }, ['market_halted', 'market_busy', 'unknown_order']),
      ),
    ]);
  }

  /** Records that the core matches the table, and notifies the client, in one transaction and therefore only once. */
  async #settled(id: number, isInForce: boolean): Promise<void> {
    const { pool, securityEvents, notices, mailQueue, brand } = this.#parts;
    const restriction = await this.one(id);
    const { owner, kind, reason } = restriction;
    const message = isInForce ? restrictionSetMail(brand(), restriction) : restrictionEndedMail(brand(), restriction);
    await inTransaction(pool, async (transaction) => {
      const { rowCount } = await transaction.query(
        'update restriction set is_applied = $2 where id = $1 and (ended_at is null) = $2 and is_applied <> $2',
        [id, isInForce],
      );
      if (rowCount !== 1) return;
      const event = isInForce ? 'account_frozen' : 'account_unfrozen';
      if (kind === 'freeze') await securityEvents.record(owner, event, BY_THE_EXCHANGE, { reason }, transaction);
      await notices.add(owner, isInForce ? 'restriction_set' : 'restriction_ended', { kind, reason }, transaction);
      await mailQueue.add(owner, message, transaction);
    });
  }

  /**
   * Sends the end times of the client's restrictions to the core if they differ there. A restriction that merely
   * expires needs no command: the core ends it at its end time.
   */
  async #restrict(owner: OwnerId): Promise<void> {
    const { rows } = await this.#parts.pool.query<{ kind: RestrictionKind; ends_at: Date }>(
      `select kind, ends_at from restriction
       where owner = $1 and ended_at is null and kind in ('trade', 'withdraw') and ends_at > $2`,
      [owner, new Date(this.#parts.clock())],
    );
    const until = (kind: RestrictionKind) => timeMs(rows.find((row) => row.kind === kind)?.ends_at.getTime() ?? 0);
    const [tradeUntil, withdrawUntil] = [until('trade'), until('withdraw')];
    const known = this.#parts.core().restrictionsOf(owner);
    if (known.tradeUntil === tradeUntil && known.withdrawUntil === withdrawUntil) return;
    await this.#submit({ kind: 'SetRestrictions', owner, tradeUntil, withdrawUntil });
  }

  async #submit(command: Command, expected: readonly Refusal[] = []): Promise<void> {
    const { refusal } = await this.#parts.submit(command);
    if (refusal !== undefined && !expected.includes(refusal))
      throw new Error(`the core refused ${command.kind}: ${refusal}`);
  }

  async #client(uid: string): Promise<{ owner: OwnerId; email: string }> {
    const { rows } = await this.#parts.pool.query<{ owner: string; email: string }>(
      'select owner, email from client join person on person.id = person_id where unique_id = $1',
      [uid],
    );
    if (rows[0] === undefined) throw new ApiError('unknown_client');
    return { owner: Number(rows[0].owner), email: rows[0].email };
  }
}
