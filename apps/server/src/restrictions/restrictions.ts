import type { RestrictionKind, RestrictionReason } from '@vitrine/contract';
import type { Command, Core, OwnerId } from '@vitrine/core';
import { timeMs } from '@vitrine/money';
import type { Pool, PoolClient } from 'pg';
import type { SecurityEvents } from '../auth/security/security-events.ts';
import { ApiError } from '../kit/api-error.ts';
import { BY_THE_EXCHANGE } from '../kit/device.ts';
import { KeyedMutex } from '../kit/keyed-mutex.ts';
import { inTransaction } from '../kit/postgres/transaction.ts';
import type { Notices } from '../notifications/notices.ts';
import type { MailSender } from '../providers/mail/mail.ts';
import { type Operator, refuseOwn, teamOf } from '../staff/members/staff-member.ts';
import { restrictionEndedMail, restrictionSetMail } from './mails.ts';
import { type Restriction, type RestrictionRow, selectRestrictions, toRestriction } from './restriction-row.ts';

export interface RestrictionsParts {
  readonly pool: Pool;
  readonly core: () => Pick<Core, 'isFrozen' | 'restrictionsOf' | 'perpetuals'>;
  /** The exchange's clock. */
  readonly clock: () => number;
  /** Submits a command; if it is refused, the outcome contains the refusal. */
  readonly submit: (command: Command) => Promise<{ readonly refusal?: unknown }>;
  readonly securityEvents: SecurityEvents;
  readonly notices: Notices;
  readonly mail: MailSender;
  readonly brand: () => string;
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

const DAY_MS = 86_400_000;

/**
 * Restrictions set by operators. The table contains the desired state; `settle` applies it to the core, now or, if that
 * fails, in the next run. Idempotent.
 */
export class Restrictions {
  readonly #parts: RestrictionsParts;
  readonly #settling = new KeyedMutex();
  #tradeByOwner: ReadonlyMap<OwnerId, Restriction> = new Map();

  constructor(parts: RestrictionsParts) {
    this.#parts = parts;
  }

  /** The restriction that forbids this client to trade. Read from memory, because every order checks it. */
  onTrade(owner: OwnerId): Restriction | undefined {
    return this.#tradeByOwner.get(owner);
  }

  /** Reloads which clients may not trade. */
  async refresh(): Promise<void> {
    const { rows } = await this.#parts.pool.query<RestrictionRow>(
      `${selectRestrictions} where restriction.kind = 'trade' and restriction.ended_at is null`,
    );
    this.#tradeByOwner = new Map(rows.map(toRestriction).map((restriction) => [restriction.owner, restriction]));
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

  /** Errors: unknown_client, own_account, rule_empty, restriction_exists. */
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
    const restriction = await this.one(Number(rows[0].id));
    await this.settle(client.owner);
    await this.#notifySet(restriction);
    return restriction;
  }

  /** Errors: unknown_restriction, restriction_ended, own_account. */
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
    return this.ended(id);
  }

  /** Ends a restriction in the caller's transaction; call `ended` after its commit. Errors: restriction_ended. */
  async endWithin(client: Pick<PoolClient, 'query'>, id: number, by: string, reason: string): Promise<void> {
    const { rowCount } = await client.query(
      'update restriction set ended_at = $2, ended_by = $3, end_reason = $4 where id = $1 and ended_at is null',
      [id, new Date(this.#parts.clock()), by, reason],
    );
    if (rowCount !== 1) throw new ApiError('restriction_ended');
  }

  /** Updates the core and notifies the client. Call it after a restriction has ended. */
  async ended(id: number): Promise<Restriction> {
    const restriction = await this.one(id);
    await this.settle(restriction.owner);
    await this.#notifyEnded(restriction);
    return restriction;
  }

  /** Errors: unknown_restriction, restriction_ended, own_account. */
  async renewable(id: number, operator: Pick<Operator, 'email'>): Promise<Restriction> {
    const restriction = await this.one(id);
    refuseOwn(restriction.email, operator);
    if (restriction.endedAtMs !== 0) throw new ApiError('restriction_ended');
    return restriction;
  }

  /**
   * Extends a restriction to `days` from now, in the transaction that approves the renewal; call `align` after the
   * commit. `renewals` is how often the restriction had been renewed when this renewal was requested; `askedBy`
   * requested it. Errors: those of `renewable`, restriction_changed.
   */
  async renewWithin(
    transaction: Pick<PoolClient, 'query'>,
    { id, days, renewals }: Renewal,
    operator: Pick<Operator, 'email'>,
    askedBy: string,
  ): Promise<void> {
    const { clock, notices, mail, brand } = this.#parts;
    const { owner, email, kind, reason, rule } = await this.renewable(id, operator);
    const endsAtMs = clock() + days * DAY_MS;
    const { rowCount } = await transaction.query(
      `update restriction set ends_at = $2, renewed_by = $3, renewals = renewals + 1,
         renewers = renewers || array[$3, $5]::text[]
       where id = $1 and ended_at is null and renewals = $4`,
      [id, new Date(endsAtMs), operator.email, renewals, askedBy],
    );
    if (rowCount !== 1) throw new ApiError('restriction_changed');
    await notices.add(owner, 'restriction_set', { kind, reason }, transaction);
    const message = restrictionSetMail(brand(), { kind, reason, rule, endsAtMs });
    await mail.send({ to: email, ...message }).catch(() => undefined);
  }

  /** Errors: unknown_restriction. */
  async one(id: number): Promise<Restriction> {
    const { rows } = await this.#parts.pool.query<RestrictionRow>(`${selectRestrictions} where restriction.id = $1`, [
      id,
    ]);
    if (rows[0] === undefined) throw new ApiError('unknown_restriction');
    return toRestriction(rows[0]);
  }

  /** Ends restrictions that are due, and settles every client whose core state differs from the table. */
  async run(): Promise<void> {
    const { pool, clock } = this.#parts;
    const { rows: due } = await pool.query<{ id: string; owner: string }>(
      `with due as (
         update restriction set ended_at = ends_at where ended_at is null and ends_at <= $1 returning id, owner),
       lapsed as (
         update objection set outcome = 'lapsed', answered_at = $1
         where outcome = 'open' and restriction_id in (select id from due))
       select id, owner from due`,
      [new Date(clock())],
    );
    const { rows: unsettled } = await pool.query<{ owner: string }>(
      'select distinct owner from restriction where is_applied <> (ended_at is null)',
    );
    for (const { owner } of unsettled) await this.settle(Number(owner));
    for (const { id } of due) await this.#notifyEnded(await this.one(Number(id)));
    await this.align();
  }

  /**
   * Sends the core those restrictions in force that it does not know yet: renewals, and restrictions set before the
   * core stored any.
   */
  async align(): Promise<void> {
    const { rows } = await this.#parts.pool.query<{ owner: string }>(
      `select distinct owner from restriction where ended_at is null and kind in ('trade', 'withdraw')`,
    );
    for (const { owner } of rows) await this.settle(Number(owner));
    await this.refresh();
  }

  /** Updates the core to match the table for this client; one run at a time per client. */
  settle(owner: OwnerId): Promise<void> {
    return this.#settling.runExclusive(String(owner), () => this.#settle(owner));
  }

  async #settle(owner: OwnerId): Promise<void> {
    // First refresh what orders check: orders sent from now on are refused, and earlier ones are cancelled below.
    await this.refresh();
    const { rows } = await this.#parts.pool.query<{ id: string; kind: RestrictionKind; in_force: boolean }>(
      `select id, kind, ended_at is null as in_force from restriction
       where owner = $1 and is_applied <> (ended_at is null)`,
      [owner],
    );
    const freezes = rows.filter(({ kind }) => kind === 'freeze');
    if (freezes.some(({ in_force }) => in_force)) await this.#submit({ kind: 'FreezeOwner', owner });
    else if (freezes.length > 0 && this.#parts.core().isFrozen(owner)) {
      await this.#submit({ kind: 'UnfreezeOwner', owner });
    }
    await this.#restrict(owner);
    if (rows.some(({ kind, in_force }) => kind === 'trade' && in_force)) {
      await this.#submit({ kind: 'CancelAllOrders', owner });
      for (const { market } of this.#parts.core().perpetuals()) {
        await this.#submit({ kind: 'CancelAllOrders', owner, market });
      }
    }
    for (const { id, in_force } of rows) {
      await this.#parts.pool.query('update restriction set is_applied = $2 where id = $1 and (ended_at is null) = $2', [
        id,
        in_force,
      ]);
    }
  }

  /** In the core, a restriction ends by itself when its time is over; any other change needs a command. */
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

  async #submit(command: Command): Promise<void> {
    const { refusal } = await this.#parts.submit(command);
    if (refusal !== undefined) throw new Error(`the core refused ${command.kind}: ${String(refusal)}`);
  }

  async #client(uid: string): Promise<{ owner: OwnerId; email: string }> {
    const { rows } = await this.#parts.pool.query<{ owner: string; email: string }>(
      'select owner, email from client join person on person.id = person_id where unique_id = $1',
      [uid],
    );
    if (rows[0] === undefined) throw new ApiError('unknown_client');
    return { owner: Number(rows[0].owner), email: rows[0].email };
  }

  async #notifySet(restriction: Restriction): Promise<void> {
    const { securityEvents, notices, mail, brand } = this.#parts;
    const { owner, kind, reason, email } = restriction;
    if (kind === 'freeze') await securityEvents.record(owner, 'account_frozen', BY_THE_EXCHANGE, { reason });
    await notices.add(owner, 'restriction_set', { kind, reason });
    // The restriction is in force: if the mail server is unavailable, it must not look as if setting it had failed.
    await mail.send({ to: email, ...restrictionSetMail(brand(), restriction) }).catch(() => undefined);
  }

  async #notifyEnded(restriction: Restriction): Promise<void> {
    const { securityEvents, notices, mail, brand } = this.#parts;
    const { owner, kind, reason, email } = restriction;
    if (kind === 'freeze') await securityEvents.record(owner, 'account_unfrozen', BY_THE_EXCHANGE, { reason });
    await notices.add(owner, 'restriction_ended', { kind, reason });
    await mail.send({ to: email, ...restrictionEndedMail(brand(), restriction) }).catch(() => undefined);
  }
}
