import type { OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';
import { ApiError } from '../kit/api-error.ts';
import type { AttemptLimit, AttemptLimits } from '../kit/attempt-limits.ts';
import { inTransaction } from '../kit/postgres/transaction.ts';
import type { MailQueue } from '../notifications/mail/mail-queue.ts';
import type { Notices } from '../notifications/notices.ts';
import { demandSecondPerson, isOwn, type Operator, refuseOwn } from '../staff/members/staff-member.ts';
import { objectionAnsweredMail } from './mails.ts';
import type { Restriction } from './restriction-row.ts';
import type { Restrictions } from './restrictions.ts';

/** Appeals per client, across all restrictions. */
const OBJECTIONS: AttemptLimit = { name: 'objection', attempts: 10, windowSeconds: 86_400 };
const LEAST_LETTERS = 10;

export type ObjectionOutcome = 'open' | 'kept' | 'ended' | 'lapsed';

export interface Objection {
  readonly id: number;
  readonly restrictionId: number;
  readonly madeAtMs: number;
  readonly text: string;
  /** Email of the operator who works on the appeal; empty if unassigned. */
  readonly assignedTo: string;
  readonly outcome: ObjectionOutcome;
  /** 0 while the appeal is open. */
  readonly answeredAtMs: number;
  readonly answeredBy: string;
  readonly answer: string;
}

interface ObjectionRow {
  readonly id: string;
  readonly restriction_id: string;
  readonly made_at: Date;
  readonly text: string;
  readonly assigned_to: string;
  readonly outcome: ObjectionOutcome;
  readonly answered_at: Date | null;
  readonly answered_by: string;
  readonly answer: string;
}

export interface ObjectionsParts {
  readonly pool: Pool;
  readonly restrictions: Restrictions;
  readonly limits: AttemptLimits;
  /** The exchange's clock. */
  readonly clock: () => number;
  readonly notices: Notices;
  readonly mailQueue: Pick<MailQueue, 'add' | 'sendAll'>;
  readonly brand: () => string;
}

/**
 * Clients' appeals against restrictions. An appeal is answered by someone who neither set nor renewed the restriction.
 */
export class Objections {
  readonly #parts: ObjectionsParts;

  constructor(parts: ObjectionsParts) {
    this.#parts = parts;
  }

  /**
   * Submits an appeal for a signed-in client, and returns its id. Errors: unknown_restriction, restriction_ended,
   * objection_open, objection_empty, too_many_requests.
   */
  async make(owner: OwnerId, restrictionId: number, text: string): Promise<number> {
    const { pool, restrictions, limits, clock } = this.#parts;
    const words = text.trim();
    if (words.length < LEAST_LETTERS) throw new ApiError('objection_empty');
    const restriction = await restrictions.one(restrictionId);
    // The error must not reveal whether another client's restriction exists.
    if (restriction.owner !== owner) throw new ApiError('unknown_restriction');
    await limits.count(OBJECTIONS, String(owner));
    return inTransaction(pool, async (client) => {
      const { rowCount } = await client.query('select from restriction where id = $1 and ended_at is null for update', [
        restrictionId,
      ]);
      if (rowCount !== 1) throw new ApiError('restriction_ended');
      const { rows } = await client.query<{ id: string }>(
        `insert into objection (restriction_id, made_at, text) values ($1, $2, $3)
         on conflict (restriction_id) where outcome = 'open' do nothing returning id`,
        [restrictionId, new Date(clock()), words],
      );
      if (rows[0] === undefined) throw new ApiError('objection_open');
      return Number(rows[0].id);
    });
  }

  /**
   * Submits an appeal against a freeze, for a client who cannot sign in because of it. Errors: not_frozen,
   * objection_open, objection_empty, too_many_requests.
   */
  async makeAgainstFreeze(owner: OwnerId, text: string): Promise<Restriction> {
    const freeze = (await this.#parts.restrictions.of(owner)).find(
      ({ kind, endedAtMs }) => kind === 'freeze' && endedAtMs === 0,
    );
    if (freeze === undefined) throw new ApiError('not_frozen');
    await this.make(owner, freeze.id, text);
    return freeze;
  }

  /** One client's appeals, newest first. */
  async of(owner: OwnerId): Promise<Objection[]> {
    const { rows } = await this.#parts.pool.query<ObjectionRow>(
      `select objection.* from objection join restriction on restriction.id = restriction_id
       where owner = $1 order by objection.id desc`,
      [owner],
    );
    return rows.map(toObjection);
  }

  /** Open appeals, oldest first, or answered ones, newest first. */
  async list(filter: { readonly isOpen: boolean; readonly limit: number }) {
    const { pool, restrictions } = this.#parts;
    const { rows } = await pool.query<ObjectionRow>(
      `select * from objection where (outcome = 'open') = $1
       order by case when $1 then made_at end, answered_at desc, id desc limit $2`,
      [filter.isOpen, filter.limit],
    );
    return Promise.all(
      rows.map(toObjection).map(async (objection) => ({
        objection,
        restriction: await restrictions.one(objection.restrictionId),
      })),
    );
  }

  async open(): Promise<number> {
    const { rows } = await this.#parts.pool.query<{ found: number }>(
      `select count(*)::int as found from objection where outcome = 'open'`,
    );
    return rows[0]?.found ?? 0;
  }

  /**
   * Assigns an open appeal to the operator or, if `take` is false, to nobody. Errors: unknown_objection,
   * objection_answered, own_account, second_person_needed.
   */
  async assign(id: number, take: boolean, operator: Operator): Promise<Restriction> {
    const { restriction } = await this.#judgeable(id, operator);
    const { rowCount } = await this.#parts.pool.query(
      `update objection set assigned_to = $2 where id = $1 and outcome = 'open'`,
      [id, take ? operator.email : ''],
    );
    if (rowCount !== 1) throw new ApiError('objection_answered');
    return restriction;
  }

  /**
   * Answers an appeal: upholds the restriction, or ends it in the same transaction. Errors: unknown_objection,
   * objection_answered, own_account, second_person_needed, answer_empty.
   */
  async answer(id: number, isKept: boolean, text: string, operator: Operator): Promise<Restriction> {
    const { pool, restrictions, clock, notices, mailQueue, brand } = this.#parts;
    const answer = text.trim();
    if (answer.length < 3) throw new ApiError('answer_empty');
    const { restriction } = await this.#judgeable(id, operator);
    const { owner, kind } = restriction;
    const outcome = isKept ? 'kept' : 'ended';
    await inTransaction(pool, async (client) => {
      const { rowCount } = await client.query(
        `update objection set outcome = $2, answered_at = $3, answered_by = $4, answer = $5
         where id = $1 and outcome = 'open'`,
        [id, outcome, new Date(clock()), operator.email, answer],
      );
      if (rowCount !== 1) throw new ApiError('objection_answered');
      if (!isKept) await restrictions.endWithin(client, restriction.id, operator.email, `Appeal ${id}: ${answer}`);
      await notices.add(owner, 'objection_answered', { answer, outcome, kind }, client);
      await mailQueue.add(owner, objectionAnsweredMail(brand(), isKept, answer), client);
    });
    if (isKept) await mailQueue.sendAll(owner);
    else await restrictions.changed(restriction.id);
    return restrictions.one(restriction.id);
  }

  async #judgeable(id: number, operator: Operator) {
    const { rows } = await this.#parts.pool.query<ObjectionRow>('select * from objection where id = $1', [id]);
    if (rows[0] === undefined) throw new ApiError('unknown_objection');
    const objection = toObjection(rows[0]);
    const restriction = await this.#parts.restrictions.one(objection.restrictionId);
    refuseOwn(restriction.email, operator);
    demandSecondPerson(authorsOf(restriction), operator);
    if (objection.outcome !== 'open') throw new ApiError('objection_answered');
    return { objection, restriction };
  }
}

/** Whether the operator may answer appeals against this restriction. */
export const mayAnswer = (restriction: Restriction, operator: Pick<Operator, 'email'>): boolean =>
  !isOwn(restriction.email, operator) && !authorsOf(restriction).includes(operator.email);

/** The people who set the restriction, and who requested and approved its renewals. */
const authorsOf = ({ setBy, renewedBy, renewers }: Restriction): readonly string[] => [setBy, renewedBy, ...renewers];

const toObjection = (row: ObjectionRow): Objection => ({
  id: Number(row.id),
  restrictionId: Number(row.restriction_id),
  madeAtMs: row.made_at.getTime(),
  text: row.text,
  assignedTo: row.assigned_to,
  outcome: row.outcome,
  answeredAtMs: row.answered_at?.getTime() ?? 0,
  answeredBy: row.answered_by,
  answer: row.answer,
});
