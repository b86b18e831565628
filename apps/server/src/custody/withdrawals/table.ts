import type { Network } from '@vitrine/chains';
import type { WithdrawalHint, WithdrawalRefusal } from '@vitrine/contract';
import type { AssetId, OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';
import { type TurnedPage, turnedById } from '../../projections/cursor-page.ts';
import { type State, type WithdrawalEvent, withdrawalSteps } from './states.ts';

type Database = Pick<Pool, 'query'>;

/** The contents of a draft. Units are those of its asset; `valueUnits` and `limitUnits` are units of USDT. */
export interface NewDraft {
  readonly owner: OwnerId;
  readonly asset: AssetId;
  readonly coin: string;
  readonly network: Network;
  readonly address: string;
  readonly units: number;
  readonly feeUnits: number;
  readonly valueUnits: number;
  readonly limitUnits: number;
  readonly receiver: OwnerId | undefined;
  readonly isOneStep: boolean;
}

/** One withdrawal. Times are those of the exchange's clock (zero: not reached yet). */
export interface Withdrawal extends NewDraft {
  readonly id: number;
  readonly state: State;
  readonly expiresAtMs: number;
  readonly requestedAtMs: number;
  readonly stateAtMs: number;
  readonly hints: readonly WithdrawalHint[];
  readonly approvalsNeeded: number;
  /** The number of approvals that are still valid. */
  readonly approvals: number;
  readonly refusalReason: WithdrawalRefusal | '';
  readonly refusalNote: string;
  /** The number of payments that the withdrawal has had, including the current one. */
  readonly paymentAttempt: number;
  readonly paymentId: string;
  readonly txid: string;
  readonly confirmations: number;
  /** The label of the saved address; empty if the address is not saved. */
  readonly label: string;
  /** Whether an active restriction on its client holds the withdrawal back. */
  readonly isRestricted: boolean;
  /**
   * Whether a restriction, a hold on the client's withdrawals or a blocked address applies. If so, the withdrawal is
   * held back, unless its payment is already signed.
   */
  readonly isStopped: boolean;
}

interface Row {
  readonly id: string;
  readonly owner: string;
  readonly state: State;
  readonly asset_id: number;
  readonly coin: string;
  readonly network: Network;
  readonly address: string;
  readonly units: string;
  readonly fee_units: string;
  readonly value_units: string;
  readonly limit_units: string;
  readonly receiver: string | null;
  readonly is_one_step: boolean;
  readonly expires_at: Date;
  readonly requested_at: Date | null;
  readonly state_at: Date;
  readonly hints: WithdrawalHint[];
  readonly approvals_needed: number;
  readonly approvals: number;
  readonly refusal_reason: WithdrawalRefusal | '';
  readonly refusal_note: string;
  readonly payment_attempt: number;
  readonly payment_id: string;
  readonly txid: string;
  readonly confirmations: number;
  readonly label: string;
  readonly is_restricted: boolean;
  readonly is_stopped: boolean;
}

const SELECT = `select withdrawals.*,
    (select count(*)::int from withdrawal_approvals where withdrawal_id = withdrawals.id and void_reason is null) as approvals,
    coalesce((select label from saved_addresses saved where saved.owner = withdrawals.owner
      and saved.network = withdrawals.network and saved.address = withdrawals.address
      order by removed_at is not null, id desc limit 1), '') as label,
    exists (select from restriction where restriction.owner = withdrawals.owner
      and restriction.kind in ('withdraw', 'freeze') and restriction.ended_at is null) as is_restricted,
    is_stopped(withdrawals) as is_stopped
  from withdrawals`;

const PAGE = 500;

/** Whether approvals are missing: one may have been voided since the withdrawal was approved. */
export const lacksApprovals = ({ approvals, approvalsNeeded }: Pick<Withdrawal, 'approvals' | 'approvalsNeeded'>) =>
  approvals < approvalsNeeded;

/** An SQL condition: the withdrawal's current payment was included and moved nothing, or was displaced. */
export const HAS_FAILED = `withdrawals.state = 'sending' and exists (select from outgoing_payments payment
  where payment.id = withdrawals.payment_id and payment.state = 'failed')`;

const lists = {
  /** Withdrawals awaiting an approval, or a decision on a failed payment. */
  waiting: `(state = 'waiting_approval' or (${HAS_FAILED}))`,
  under_way: `state in ('requested', 'checking', 'approved', 'sending') and not (${HAS_FAILED})`,
  over: `state in ('completed', 'refused', 'cancelled')`,
} as const;
export type OperatorList = keyof typeof lists;

export interface OperatorPage {
  /** Lists only withdrawals that follow this id in the list's order. */
  readonly after?: number | undefined;
  readonly limit: number;
}

/** Which of the client's withdrawals to list, newest first. */
interface OwnPage {
  readonly coin?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly states?: readonly State[] | undefined;
  /** Withdrawals requested at fromMs ≤ time < toMs. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

interface MoreOfMove {
  readonly set?: string;
  readonly where?: string;
  readonly values?: readonly unknown[];
  readonly database?: Database;
}

/**
 * The rows of withdrawals. A row changes only by an update that names the required state, so that only one of two
 * concurrent updates succeeds.
 */
export class WithdrawalsTable {
  readonly #pool: Pool;
  readonly #clock: () => number;

  constructor(pool: Pool, clock: () => number) {
    this.#pool = pool;
    this.#clock = clock;
  }

  /** Replaces the client's draft with a new one. The old number is never reused. */
  async draft(draft: NewDraft, lifeMs: number): Promise<Withdrawal> {
    const { owner, asset, coin, network, address, units, feeUnits, valueUnits, limitUnits, receiver, isOneStep } =
      draft;
    const now = this.#clock();
    await this.#pool.query(`delete from withdrawals where owner = $1 and state = 'draft'`, [owner]);
    const { rows } = await this.#pool.query<{ id: string }>(
      `insert into withdrawals (owner, asset_id, coin, network, address, units, fee_units, value_units, limit_units,
         receiver, is_one_step, drafted_at, expires_at, state_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $12) returning id`,
      [
        owner,
        asset,
        coin,
        network,
        address,
        units,
        feeUnits,
        valueUnits,
        limitUnits,
        receiver ?? null,
        isOneStep,
        new Date(now),
        new Date(now + lifeMs),
      ],
    );
    return this.one(Number(rows[0]?.id));
  }

  /** The client's draft, unless it has expired. */
  async liveDraft(owner: OwnerId): Promise<Withdrawal | undefined> {
    return this.#first(`where owner = $1 and state = 'draft' and expires_at > $2`, [owner, new Date(this.#clock())]);
  }

  /** The withdrawal that was confirmed with this Idempotency-Key. */
  byRequestKey(owner: OwnerId, key: string): Promise<Withdrawal | undefined> {
    return this.#first('where owner = $1 and request_key = $2', [owner, key]);
  }

  /** One of the client's own withdrawals; undefined also while it is still a draft. */
  async own(owner: OwnerId, id: number): Promise<Withdrawal | undefined> {
    return this.#first(`where owner = $1 and id = $2 and state <> 'draft'`, [owner, id]);
  }

  async one(id: number): Promise<Withdrawal> {
    const found = await this.#first('where id = $1', [id]);
    if (found === undefined) throw new Error(`withdrawal ${id} does not exist`);
    return found;
  }

  /** Any client's withdrawal; undefined if there is none, or it is still a draft. */
  find(id: number): Promise<Withdrawal | undefined> {
    return this.#first(`where id = $1 and state <> 'draft'`, [id]);
  }

  /** A page of a client's own withdrawals; 'bad_cursor' if the cursor is invalid. */
  of(owner: OwnerId, query: OwnPage): Promise<TurnedPage<Withdrawal> | 'bad_cursor'> {
    const { coin, states, fromMs, toMs } = query;
    return turnedById(query, ({ before, after, way, limit }) =>
      this.#all(
        `where owner = $1 and state <> 'draft' and ($2::text is null or coin = $2)
           and ($3::bigint is null or id < $3) and ($4::bigint is null or id > $4)
           and ($6::text[] is null or state = any($6))
           and ($7::float8 is null or requested_at >= to_timestamp($7 / 1000))
           and ($8::float8 is null or requested_at < to_timestamp($8 / 1000))
         order by id ${way} limit $5`,
        [owner, coin, before, after, limit, states, fromMs, toMs],
      ),
    );
  }

  /** Withdrawals in these states, oldest first, at most 500. */
  within(states: readonly State[]): Promise<Withdrawal[]> {
    return this.#all('where state = any($1) order by id limit 500', [states]);
  }

  /**
   * Withdrawals that advance without a decision: all that have not ended, except those awaiting operators or handled by
   * `WithdrawalSending`; also refused and cancelled withdrawals whose money, according to the read models, is still
   * held.
   */
  toMoveOn(): AsyncGenerator<Withdrawal> {
    return this.#each(`state in ('requested', 'checking')
      or state in ('approved', 'sending') and receiver is not null
      or state = 'approved' and lacks_approvals(withdrawals)
      or state in ('refused', 'cancelled') and id = any(array(
        select record from money_records where purpose = 'withdrawal' and state = 'pending'))`);
  }

  /** Withdrawals being sent on this network, oldest first. */
  leaving(network: Network): AsyncGenerator<Withdrawal> {
    return this.#each(`state = 'sending' and receiver is null and network = $3`, [network]);
  }

  /** Withdrawals of any client, for operators: those awaiting a decision oldest first, all others newest first. */
  list(which: OperatorList, { after, limit }: OperatorPage): Promise<Withdrawal[]> {
    const [order, isAfter] = which === 'waiting' ? ['asc', '>'] : ['desc', '<'];
    return this.#all(
      `where ${lists[which]} and ($1::bigint is null or id ${isAfter} $1) order by id ${order} limit $2`,
      [after ?? null, limit],
    );
  }

  async count(which: OperatorList): Promise<number> {
    const { rows } = await this.#pool.query<{ n: number }>(
      `select count(*)::int as n from withdrawals where ${lists[which]}`,
    );
    return rows[0]?.n ?? 0;
  }

  /**
   * Records that the client has confirmed the draft, with its current value and limit. Returns false if the draft has
   * expired, or is no longer a draft.
   */
  async confirm(
    id: number,
    { valueUnits, limitUnits }: Pick<NewDraft, 'valueUnits' | 'limitUnits'>,
    key?: string,
    database: Database = this.#pool,
  ): Promise<boolean> {
    const row = await this.#move(id, 'confirm', {
      set: ', requested_at = $4, value_units = $5, limit_units = $6, request_key = $7',
      where: ' and expires_at > $4',
      values: [valueUnits, limitUnits, key ?? null],
      database,
    });
    return row !== undefined;
  }

  /** Records the result of the automatic check. */
  async checked(id: number, hints: readonly WithdrawalHint[], approvalsNeeded: number): Promise<boolean> {
    const row = await this.#move(id, approvalsNeeded === 0 ? 'pass' : 'ask_approval', {
      set: ', hints = $5, approvals_needed = $6',
      values: [JSON.stringify(hints), approvalsNeeded],
    });
    return row !== undefined;
  }

  /** Applies an event; returns false if the withdrawal's state does not allow it. */
  async move(id: number, event: WithdrawalEvent, database: Database = this.#pool): Promise<boolean> {
    return (await this.#move(id, event, { database })) !== undefined;
  }

  /**
   * Records that the withdrawal is being sent, and returns the id of the payment to make; undefined if it is not
   * approved.
   */
  async beginSending(id: number, database: Database): Promise<string | undefined> {
    return (await this.#move(id, 'send', { database }))?.payment_id;
  }

  /** Returns the withdrawal to `approved` for a new payment, because its last payment has failed. */
  async payAgain(id: number, failedAttempt: number, database: Database): Promise<boolean> {
    const row = await this.#move(id, 'pay_again', {
      set: `, payment_attempt = payment_attempt + 1, txid = '', confirmations = 0`,
      where: ' and payment_attempt = $5',
      values: [failedAttempt],
      database,
    });
    return row !== undefined;
  }

  /** Refuses the withdrawal because its payment has failed. */
  async giveBack(id: number, failedAttempt: number, note: string, by: string, database: Database): Promise<boolean> {
    const row = await this.#move(id, 'give_back', {
      set: `, refusal_reason = 'network_failed', refusal_note = $6, refused_by = $7`,
      where: ' and payment_attempt = $5',
      values: [failedAttempt, note, by],
      database,
    });
    return row !== undefined;
  }

  /** Refuses the withdrawal before anything is signed; returns false if it is too late. */
  async refuse(
    id: number,
    event: 'reject' | 'refuse' | 'give_up',
    reason: WithdrawalRefusal,
    { note = '', by = '', database = this.#pool }: { note?: string; by?: string; database?: Database } = {},
  ): Promise<boolean> {
    const row = await this.#move(id, event, {
      set: ', refusal_reason = $5, refusal_note = $6, refused_by = $7',
      values: [reason, note, by],
      database,
    });
    return row !== undefined;
  }

  /**
   * Makes one transition. It may also set other columns, whose values start at $5; $4 is the time. Undefined if the
   * current state does not allow the transition.
   */
  async #move(
    id: number,
    event: WithdrawalEvent,
    { set = '', where = '', values = [], database = this.#pool }: MoreOfMove,
  ): Promise<Pick<Row, 'payment_id'> | undefined> {
    const { from, to } = withdrawalSteps[event];
    const { rows } = await database.query<Pick<Row, 'payment_id'>>(
      `update withdrawals set state = $3, state_at = $4${set} where id = $1 and state = any($2)${where} returning payment_id`,
      [id, from, to, new Date(this.#clock()), ...values],
    );
    return rows[0];
  }

  async forgetDrafts(): Promise<void> {
    await this.#pool.query(`delete from withdrawals where state = 'draft' and expires_at < $1`, [
      new Date(this.#clock()),
    ]);
  }

  /** The value of the client's one-step withdrawals since this time, in units of USDT. */
  async oneStepSince(owner: OwnerId, sinceMs: number): Promise<number> {
    const { rows } = await this.#pool.query<{ used: string }>(
      `select coalesce(sum(value_units), 0) as used from withdrawals
       where owner = $1 and requested_at > $2 and state not in ('draft', 'refused', 'cancelled') and is_one_step`,
      [owner, new Date(sinceMs)],
    );
    return Number(rows[0]?.used ?? 0);
  }

  /**
   * Two totals over the client's other withdrawals since this time, in units of USDT: the value of those that needed no
   * approval, and of those that needed fewer than two.
   */
  async lightlyApproved(
    owner: OwnerId,
    butFor: number,
    sinceMs: number,
  ): Promise<{ readonly byNone: number; readonly byFewerThanTwo: number }> {
    const { rows } = await this.#pool.query<{ none: string; fewer: string }>(
      `select coalesce(sum(value_units) filter (where approvals_needed = 0), 0) as none,
         coalesce(sum(value_units) filter (where approvals_needed < 2), 0) as fewer
       from withdrawals where owner = $1 and id <> $2 and requested_at > $3
         and state not in ('draft', 'refused', 'cancelled')`,
      [owner, butFor, new Date(sinceMs)],
    );
    return { byNone: Number(rows[0]?.none ?? 0), byFewerThanTwo: Number(rows[0]?.fewer ?? 0) };
  }

  /**
   * All withdrawals that satisfy a condition, oldest first. They are read in pages until the end, so that those that
   * can advance are reached even if many others cannot. The condition's parameters start at $3.
   */
  async *#each(condition: string, values: readonly unknown[] = []): AsyncGenerator<Withdrawal> {
    for (let after = 0; ; ) {
      const page = await this.#all(`where (${condition}) and id > $1 order by id limit $2`, [after, PAGE, ...values]);
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE) return;
      after = last.id;
    }
  }

  async #first(where: string, values: readonly unknown[]): Promise<Withdrawal | undefined> {
    return (await this.#all(where, values))[0];
  }

  async #all(where: string, values: readonly unknown[] = []): Promise<Withdrawal[]> {
    const { rows } = await this.#pool.query<Row>(`${SELECT} ${where}`, [...values]);
    return rows.map(fromRow);
  }
}

const fromRow = (row: Row): Withdrawal => ({
  id: Number(row.id),
  owner: Number(row.owner),
  state: row.state,
  asset: row.asset_id,
  coin: row.coin,
  network: row.network,
  address: row.address,
  units: Number(row.units),
  feeUnits: Number(row.fee_units),
  valueUnits: Number(row.value_units),
  limitUnits: Number(row.limit_units),
  receiver: row.receiver === null ? undefined : Number(row.receiver),
  isOneStep: row.is_one_step,
  expiresAtMs: row.expires_at.getTime(),
  requestedAtMs: row.requested_at?.getTime() ?? 0,
  stateAtMs: row.state_at.getTime(),
  hints: row.hints,
  approvalsNeeded: row.approvals_needed,
  approvals: row.approvals,
  refusalReason: row.refusal_reason,
  refusalNote: row.refusal_note,
  paymentAttempt: row.payment_attempt,
  paymentId: row.payment_id,
  txid: row.txid,
  confirmations: row.confirmations,
  label: row.label,
  isRestricted: row.is_restricted,
  isStopped: row.is_stopped,
});
