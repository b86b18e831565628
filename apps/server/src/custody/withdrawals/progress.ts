import type { WithdrawalRefusal } from '@vitrine/contract';
import type { Command, Core, OwnerId, Refusal } from '@vitrine/core';
import type { Outcome } from '@vitrine/sequencer';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { KeyedMutex } from '../../kit/keyed-mutex.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import type { WithdrawalHints } from './hints.ts';
import { holdCommand, postCommand, voidCommand } from './ledger-side.ts';
import type { WithdrawalLimits } from './limits.ts';
import type { WithdrawalNotifier } from './notifier.ts';
import { lacksApprovals, type Withdrawal, type WithdrawalsTable } from './table.ts';

export interface WithdrawalProgressParts {
  readonly pool: Pool;
  readonly core: () => Core;
  readonly submit: (command: Command) => Promise<Outcome>;
  readonly table: WithdrawalsTable;
  readonly limits: Pick<WithdrawalLimits, 'approvalsFor'>;
  readonly hints: WithdrawalHints;
  readonly telling: Pick<WithdrawalNotifier, 'handedOver'>;
  readonly clock: () => number;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** The core's response to a hold. */
export type HoldOutcome = { readonly position: number } | { readonly refused: Refusal };

/**
 * For the core's refusals of a hold that end a withdrawal, the reason given to the client. After any other refusal, the
 * loop retries.
 */
const refusedAs: Partial<Record<Refusal, WithdrawalRefusal>> = {
  exceeds_balance: 'balance_gone',
  exceeds_limit: 'limit_reached',
  account_frozen: 'account_restricted',
  account_restricted: 'account_restricted',
};

/**
 * Advances withdrawals from their confirmation to the point where they can be sent, and settles ended withdrawals in
 * the ledger. Every step can be repeated: references are derived from the withdrawal's number, and rows change by
 * conditional updates.
 */
export class WithdrawalProgress {
  readonly #parts: WithdrawalProgressParts;
  /**
   * Serializes operations on one client's withdrawals, so that none changes what another has read. Refusals and
   * cancellations do not wait for the mutex: their updates take effect only in the states in which they are allowed.
   */
  readonly #byOwner = new KeyedMutex();
  /** Withdrawals that `run` is advancing, or that wait in the mutex for the client's other operations. */
  readonly #queued = new Set<number>();

  constructor(parts: WithdrawalProgressParts) {
    this.#parts = parts;
  }

  alone<T>(owner: OwnerId, work: () => Promise<T>): Promise<T> {
    return this.#byOwner.runExclusive(String(owner), work);
  }

  /**
   * Holds the money of a `requested` withdrawal. Call this within `alone`, and call `advance` afterwards: if the client
   * has cancelled the withdrawal in the meantime, `advance` returns the money.
   */
  async hold(withdrawal: Withdrawal): Promise<HoldOutcome> {
    const { table, submit } = this.#parts;
    const { id } = withdrawal;
    const outcome = await submit(holdCommand(withdrawal));
    if (outcome.refusal === undefined) {
      await table.move(id, 'hold');
      return { position: (outcome.repeated ?? outcome).position };
    }
    const reason = refusedAs[outcome.refusal];
    if (reason === undefined) throw new Error(`the hold of withdrawal ${id} was refused: ${outcome.refusal}`);
    await table.refuse(id, 'reject', reason);
    return { refused: outcome.refusal };
  }

  /**
   * Advances the withdrawal until it needs a decision; a failed step is retried by the next `run`. Call this within
   * `alone`, unless the withdrawal is refused or cancelled: then only its money remains to be returned, which can be
   * repeated and must not wait.
   */
  async advance(id: number): Promise<void> {
    await this.#advance(id).catch((error: unknown) => {
      this.#parts.log.error({ err: error, withdrawal: id }, 'withdrawal step failed, will retry');
    });
  }

  async #advance(id: number): Promise<void> {
    const { table } = this.#parts;
    for (;;) {
      const withdrawal = await table.one(id);
      if (!(await this.#step(withdrawal))) return;
    }
  }

  /** Takes one step. Returns whether another step may be possible. */
  async #step(withdrawal: Withdrawal): Promise<boolean> {
    const { id, state, receiver, isStopped } = withdrawal;
    switch (state) {
      case 'requested':
        return 'position' in (await this.hold(withdrawal));
      case 'checking':
        return this.#check(withdrawal);
      case 'approved':
        if (lacksApprovals(withdrawal)) return this.#parts.table.move(id, 'lose_approval');
        if (receiver === undefined || isStopped) return false;
        return this.#parts.table.move(id, 'send');
      case 'sending':
        if (receiver !== undefined) await this.#hand(withdrawal, receiver);
        return false;
      case 'refused':
      case 'cancelled':
        await this.#giveBack(withdrawal);
        return false;
      default:
        return false;
    }
  }

  async #check(withdrawal: Withdrawal): Promise<boolean> {
    const { hints, limits, table } = this.#parts;
    const { id, owner, asset } = withdrawal;
    const found = await hints.of(withdrawal, hints.free(owner, asset));
    return table.checked(id, found, await limits.approvalsFor(withdrawal));
  }

  /** Transfers the amount to another client, in the ledger only. */
  async #hand(withdrawal: Withdrawal, receiver: OwnerId): Promise<void> {
    const { pool, core, submit, table, telling, clock } = this.#parts;
    const { id, asset, coin, network, address, units } = withdrawal;
    const { refusal, repeated, position } = await submit(postCommand(core(), withdrawal));
    if (refusal !== undefined)
      throw new Error(`the ledger refused the internal transfer of withdrawal ${id}: ${refusal}`);
    await inTransaction(pool, async (client) => {
      await client.query(
        `insert into internal_transfers (withdrawal_id, receiver, asset_id, coin, network, address, units, position, at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
        [id, receiver, asset, coin, network, address, units, repeated?.position ?? position, new Date(clock())],
      );
      if (await table.move(id, 'complete', client)) await telling.handedOver(withdrawal, client);
    });
  }

  /** Returns the full amount to the account that it came from, if it was ever held. */
  async #giveBack(withdrawal: Withdrawal): Promise<void> {
    const { core, submit } = this.#parts;
    const command = voidCommand(core(), withdrawal);
    if (command === undefined) return;
    const { refusal } = await submit(command);
    if (refusal !== undefined)
      throw new Error(`the hold of withdrawal ${withdrawal.id} could not be voided: ${refusal}`);
  }

  /**
   * Continues all interrupted withdrawals. If a client's other operations are in progress, the client's withdrawals
   * continue after them, without `run` waiting. Running it twice changes nothing.
   */
  async run(): Promise<void> {
    const { table } = this.#parts;
    for await (const withdrawal of table.toMoveOn()) await this.#resume(withdrawal);
    await table.forgetDrafts();
  }

  /**
   * Continues a withdrawal. Does not wait for the client's other operations, so that no client can delay the
   * withdrawals of others.
   */
  async #resume({ id, owner, state }: Withdrawal): Promise<void> {
    if (state === 'refused' || state === 'cancelled') return this.advance(id);
    if (this.#queued.has(id)) return;
    const isBusy = this.#byOwner.isBusy(String(owner));
    this.#queued.add(id);
    const done = this.alone(owner, () => this.advance(id)).finally(() => this.#queued.delete(id));
    if (!isBusy) await done;
  }
}
