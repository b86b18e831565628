import type { Network } from '@vitrine/chains';
import type { WithdrawalHint, WithdrawalRefusal, WithdrawalStage } from '@vitrine/contract';
import type { OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';
import { type TurnedPage, turnedById } from '../../projections/cursor-page.ts';

type State = 'draft' | WithdrawalStage;
type Database = Pick<Pool, 'query'>;

/** One withdrawal. Units are of its asset, values of USDT; times of the exchange's clock, zero where it has not come to that. */
export interface Withdrawal {
  readonly id: number;
  readonly owner: OwnerId;
  readonly state: State;
  readonly isSettled: boolean;
  readonly asset: number;
  readonly coin: string;
  readonly network: Network;
  readonly address: string;
  readonly units: number;
  readonly feeUnits: number;
  readonly valueUnits: number;
  readonly limitUnits: number;
  readonly receiver: OwnerId | undefined;
  readonly isOneStep: boolean;
  readonly expiresAtMs: number;
  readonly requestedAtMs: number;
  readonly stateAtMs: number;
  readonly hold: number | undefined;
  readonly position: number;
  readonly hints: readonly WithdrawalHint[];
  readonly approvalsNeeded: number;
  /** Those that count. */
  readonly approvals: number;
  readonly refusalReason: WithdrawalRefusal | '';
  readonly refusalNote: string;
  /** How many payments it has had, the one that it waits for counted. */
  readonly paymentAttempt: number;
  readonly paymentId: string;
  readonly txid: string;
  readonly confirmations: number;
  /** Of the saved address; empty where it is none. */
  readonly label: string;
  /** Whether a restriction in force stands in its way. */
  readonly isRestricted: boolean;
  /** Whether it is kept back as long as nothing is signed: by that, by the hold of its client, by its address being blocked. */
  readonly isStopped: boolean;
}

interface Row {
  readonly id: string;
  readonly owner: string;
  readonly state: State;
  readonly is_settled: boolean;
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
  readonly hold_id: string | null;
  readonly position: string | null;
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

/** An approval of it may have become void since it was approved. */
export const lacksApprovals = ({ approvals, approvalsNeeded }: Pick<Withdrawal, 'approvals' | 'approvalsNeeded'>) =>
  approvals < approvalsNeeded;

/** The payment that a withdrawal waits for was included and moved nothing, or was displaced. */
export const HAS_FAILED = `withdrawals.state = 'sending' and exists (select from outgoing_payments payment
  where payment.id = withdrawals.payment_id and payment.state = 'failed')`;

const lists = {
  /** For somebody to decide: an approval, or a payment that failed. */
  waiting: `not is_settled and (state = 'waiting_approval' or (${HAS_FAILED}))`,
  under_way: `state in ('requested', 'checking', 'approved', 'sending') and not (${HAS_FAILED})`,
  over: `state in ('completed', 'refused', 'cancelled')`,
} as const;
export type OperatorList = keyof typeof lists;

/** What a draft is made of. */
export interface NewDraft {
  readonly owner: OwnerId;
  readonly asset: number;
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

/** Which of the client's withdrawals, newest first. */
interface OwnPage {
  readonly coin?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly states?: readonly State[] | undefined;
  /** Asked for at fromMs ≤ time < toMs. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
}

/** The rows of withdrawals. Each moves on by an update that names the state it must be in: of two at once one succeeds. */
export class WithdrawalsTable {
  readonly #pool: Pool;
  readonly #clock: () => number;

  constructor(pool: Pool, clock: () => number) {
    this.#pool = pool;
    this.#clock = clock;
  }

  /** A new draft in place of the one before. Its number is never used again. */
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

  /** The client's draft, as long as it stands. */
  async liveDraft(owner: OwnerId): Promise<Withdrawal | undefined> {
    return this.#first(`where owner = $1 and state = 'draft' and expires_at > $2`, [owner, new Date(this.#clock())]);
  }

  /** What the request with this Idempotency-Key confirmed. */
  byRequestKey(owner: OwnerId, key: string): Promise<Withdrawal | undefined> {
    return this.#first('where owner = $1 and request_key = $2', [owner, key]);
  }

  /** One of the client's own; drafts are none yet. */
  async own(owner: OwnerId, id: number): Promise<Withdrawal | undefined> {
    return this.#first(`where owner = $1 and id = $2 and state <> 'draft'`, [owner, id]);
  }

  async one(id: number): Promise<Withdrawal> {
    const found = await this.#first('where id = $1', [id]);
    if (found === undefined) throw new Error(`there is no withdrawal ${id}`);
    return found;
  }

  /** Undefined where there is none, or it is a draft still. */
  find(id: number): Promise<Withdrawal | undefined> {
    return this.#first(`where id = $1 and state <> 'draft'`, [id]);
  }

  /** A page of a client's own. A cursor that is not one of ours gives 'bad_cursor'. */
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

  /** Those in these states that are not over, the oldest first. */
  unsettled(states: readonly State[]): Promise<Withdrawal[]> {
    return this.#all('where state = any($1) and not is_settled order by id limit 500', [states]);
  }

  /** Those that go on by themselves: all that are not over, but for what waits for operators or is for who sends. */
  toMoveOn(): Promise<Withdrawal[]> {
    return this.#all(`where not is_settled and (state in ('requested', 'checking', 'refused', 'cancelled')
      or state in ('approved', 'sending') and receiver is not null
      or state = 'approved' and lacks_approvals(withdrawals)) order by id limit 500`);
  }

  /** Those that are on their way outside by this network. */
  leaving(network: Network): Promise<Withdrawal[]> {
    return this.#all(
      `where state = 'sending' and not is_settled and receiver is null and network = $1 order by id limit 500`,
      [network],
    );
  }

  /** Of any client, for operators. Those that wait for somebody: the oldest first; others: the newest. */
  list(which: OperatorList, limit: number): Promise<Withdrawal[]> {
    return this.#all(`where ${lists[which]} order by id ${which === 'waiting' ? 'asc' : 'desc'} limit $1`, [limit]);
  }

  async count(which: OperatorList): Promise<number> {
    const { rows } = await this.#pool.query<{ n: number }>(
      `select count(*)::int as n from withdrawals where ${lists[which]}`,
    );
    return rows[0]?.n ?? 0;
  }

  /** The client has confirmed the draft, at the worth and the limit of now. False where somebody was first. */
  async confirm(id: number, { valueUnits, limitUnits }: Pick<NewDraft, 'valueUnits' | 'limitUnits'>, key?: string) {
    const { rowCount } = await this.#pool.query(
      `update withdrawals set state = 'requested', requested_at = $2, state_at = $2, value_units = $3, limit_units = $4,
         request_key = $5
       where id = $1 and state = 'draft' and expires_at > $2`,
      [id, new Date(this.#clock()), valueUnits, limitUnits, key ?? null],
    );
    return rowCount === 1;
  }

  /** Its money is held. */
  async held(id: number, hold: number, position: number): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `update withdrawals set state = 'checking', state_at = $2, hold_id = $3, position = $4
       where id = $1 and state = 'requested'`,
      [id, new Date(this.#clock()), hold, position],
    );
    return rowCount === 1;
  }

  /** It has been looked at by rule. */
  async checked(id: number, hints: readonly WithdrawalHint[], approvalsNeeded: number): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `update withdrawals set state = $4, state_at = $5, hints = $2, approvals_needed = $3
       where id = $1 and state = 'checking'`,
      [
        id,
        JSON.stringify(hints),
        approvalsNeeded,
        approvalsNeeded === 0 ? 'approved' : 'waiting_approval',
        new Date(this.#clock()),
      ],
    );
    return rowCount === 1;
  }

  /** From one of these states to another; false where it is in none of them. */
  async move(id: number, from: readonly State[], to: State, database: Database = this.#pool): Promise<boolean> {
    const { rowCount } = await database.query(
      'update withdrawals set state = $3, state_at = $4 where id = $1 and state = any($2)',
      [id, from, to, new Date(this.#clock())],
    );
    return rowCount === 1;
  }

  /** From `approved`, as the payment whose name it answers; undefined where it is in another state. */
  async beginSending(id: number, database: Database): Promise<string | undefined> {
    const { rows } = await database.query<{ payment_id: string }>(
      `update withdrawals set state = 'sending', state_at = $2 where id = $1 and state = 'approved' returning payment_id`,
      [id, new Date(this.#clock())],
    );
    return rows[0]?.payment_id;
  }

  /** Approved as it was, for a payment with a name of its own: this one has failed. */
  async payAgain(id: number, failedAttempt: number, database: Database): Promise<boolean> {
    const { rowCount } = await database.query(
      `update withdrawals set state = 'approved', state_at = $3, payment_attempt = payment_attempt + 1, txid = '',
         confirmations = 0
       where id = $1 and payment_attempt = $2 and state = 'sending'`,
      [id, failedAttempt, new Date(this.#clock())],
    );
    return rowCount === 1;
  }

  /** Refused, for its payment has failed. */
  async giveBack(id: number, failedAttempt: number, note: string, by: string, database: Database): Promise<boolean> {
    const { rowCount } = await database.query(
      `update withdrawals set state = 'refused', state_at = $3, refusal_reason = 'network_failed', refusal_note = $4,
         refused_by = $5
       where id = $1 and payment_attempt = $2 and state = 'sending'`,
      [id, failedAttempt, new Date(this.#clock()), note, by],
    );
    return rowCount === 1;
  }

  /** Refused before anything was signed; false where that is no longer so. */
  async refuse(
    id: number,
    from: readonly State[],
    reason: WithdrawalRefusal,
    { note = '', by = '', database = this.#pool }: { note?: string; by?: string; database?: Database } = {},
  ): Promise<boolean> {
    const { rowCount } = await database.query(
      `update withdrawals set state = 'refused', state_at = $3, refusal_reason = $4, refusal_note = $5, refused_by = $6
       where id = $1 and state = any($2)`,
      [id, from, new Date(this.#clock()), reason, note, by],
    );
    return rowCount === 1;
  }

  /** The ledger shows what the state says. */
  async settle(id: number, database: Database = this.#pool): Promise<void> {
    await database.query('update withdrawals set is_settled = true where id = $1', [id]);
  }

  async forgetDrafts(): Promise<void> {
    await this.#pool.query(`delete from withdrawals where state = 'draft' and expires_at < $1`, [
      new Date(this.#clock()),
    ]);
  }

  /** What has left in one step since then, in units of USDT. */
  async oneStepSince(owner: OwnerId, sinceMs: number): Promise<number> {
    const { rows } = await this.#pool.query<{ used: string }>(
      `select coalesce(sum(value_units), 0) as used from withdrawals
       where owner = $1 and requested_at > $2 and state not in ('draft', 'refused', 'cancelled') and is_one_step`,
      [owner, new Date(sinceMs)],
    );
    return Number(rows[0]?.used ?? 0);
  }

  /**
   * What the client's others of that time are worth, in units of USDT, that fewer operators than one, and than two, had to
   * approve.
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
  isSettled: row.is_settled,
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
  hold: row.hold_id === null ? undefined : Number(row.hold_id),
  position: Number(row.position ?? 0),
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
