import type { Core, OwnerId, Refusal, Transfer } from '@vitrine/core';
import { LeaseLost, type Outcome, SequencerStopped } from '@vitrine/sequencer';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import { KeyedMutex } from '../../kit/keyed-mutex.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import type { Faults } from '../faults.ts';
import { commandsOf } from '../ledger-side.ts';
import type { MoveEffects } from './move-effects.ts';
import {
  endMove,
  insertMove,
  isOfClient,
  type Move,
  moveByKey,
  type NewMove,
  payOutInstead,
  readMove,
  releaseKey,
  unresolvedMoves,
} from './move-table.ts';

const RESOLVED_AT_ONCE = 200;
/**
 * An unresolved move older than this is not resubmitted when its request is repeated: its terms, such as the first day
 * of interest, could be out of date.
 */
const FRESH_MS = 30_000;

export interface MovesParts {
  readonly pool: Pool;
  readonly core: () => Core;
  readonly submit: (command: Transfer) => Promise<Outcome>;
  /** The API error for a command that the ledger refuses. */
  readonly refusalError: (command: Transfer, refusal: Refusal) => ApiError;
  readonly epoch: () => number;
  readonly clock: () => number;
  readonly effects: MoveEffects;
  readonly faults: Faults;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** A client's request. With `key`, a repetition returns the first result. */
export interface MoveRequest {
  readonly owner: OwnerId;
  readonly key: string | undefined;
  /** The content of the request. The same key with different content is refused. */
  readonly content: Readonly<Record<string, string | number | boolean>>;
}

/** A move that has taken place. */
export type MoveDone = Move & { readonly position: number };

/**
 * The only way to move the money of stakes: first the row is stored with every amount, then the ledger decides, then
 * the outcome is stored together with its effects. Anything interrupted in between is resolved from the log.
 */
export class Moves {
  readonly #parts: MovesParts;
  /** Keyed by move: settling and resolving a move exclude each other. */
  readonly #byMove = new KeyedMutex();
  /** Moves that may have entered the log, but got no answer. They can only be resolved under the next lease. */
  readonly #unanswered = new Set<number>();

  constructor(parts: MovesParts) {
    this.#parts = parts;
  }

  /**
   * Makes a client's move. `draft` runs in the transaction that stores it, after the client's row is locked, and throws
   * if the move is not allowed. Other errors: reference_conflict, unavailable, those of the ledger.
   */
  async run(request: MoveRequest, draft: (client: PoolClient) => Promise<NewMove>): Promise<MoveDone> {
    const { pool, epoch, clock } = this.#parts;
    const move = await inTransaction(pool, async (client) => {
      await client.query('select from client where owner = $1 for no key update', [request.owner]);
      return (await repeated(client, request)) ?? this.#insert(client, request, await draft(client));
    });
    const isFresh = move.epoch === epoch() && clock() - move.draftedMs < FRESH_MS;
    if (move.state === 'done' || isFresh) return this.#settle(move.id);
    await this.#byMove.runExclusive(String(move.id), () => this.#conclude(move.id));
    return this.run(request, draft);
  }

  /** Makes a move that follows from a rule. `draft` returns undefined if there is nothing to do. */
  async runDuty(draft: (client: PoolClient) => Promise<NewMove | undefined>): Promise<boolean> {
    const { pool, epoch, clock } = this.#parts;
    const move = await inTransaction(pool, async (client) => {
      const drafted = await draft(client);
      return drafted && insertMove(client, drafted, { epoch: epoch(), nowMs: clock() });
    });
    if (move === undefined) return false;
    await this.#settle(move.id).catch((error: unknown) => this.#failed(move.id, error));
    return true;
  }

  /**
   * Resolves moves without a stored outcome. Those that the log has accepted are done. Of the others, clients' moves
   * are abandoned, so that no money moves unexpectedly later, and duties' moves are resubmitted. Moves that fail are
   * parked. Returns whether there may be more.
   */
  async resolve(): Promise<boolean> {
    const { pool, epoch } = this.#parts;
    const moves = await unresolvedMoves(pool, epoch(), RESOLVED_AT_ONCE);
    let ended = 0;
    for (const move of moves) {
      try {
        if (isOfClient(move)) await this.#byMove.runExclusive(String(move.id), () => this.#conclude(move.id));
        else await this.#settle(move.id);
        ended += 1;
      } catch (error) {
        await this.#failed(move.id, error);
      }
    }
    return moves.length === RESOLVED_AT_ONCE && ended > 0;
  }

  /** Parks a failed move, unless the log is merely unavailable. */
  async #failed(move: number, error: unknown): Promise<void> {
    if (isUnavailable(error))
      this.#parts.log.error({ err: error, move }, 'earn move not submitted: log unavailable, will retry');
    else await this.#parts.faults.record('move', move, error);
  }

  #insert(client: PoolClient, { key, content }: MoveRequest, move: NewMove): Promise<Move> {
    const { epoch, clock } = this.#parts;
    return insertMove(client, move, { epoch: epoch(), nowMs: clock(), key, request: JSON.stringify(content) });
  }

  /** Submits the move's commands, unless its outcome is already stored. */
  #settle(id: number): Promise<MoveDone> {
    return this.#byMove.runExclusive(String(id), async () => {
      const move = await readMove(this.#parts.pool, id);
      if (move.state === 'done') return doneOf(move);
      // The process paused before submitting the move, which has been resolved meanwhile.
      if (move.state !== 'sent') throw new ApiError('unavailable');
      return this.#submit(move);
    });
  }

  async #submit(move: Move): Promise<MoveDone> {
    let position = 0;
    for (const command of commandsOf(move)) {
      const outcome = await this.#send(move, command);
      if (outcome.refusal !== undefined) return this.#refused(move, command, outcome.refusal);
      ({ position } = outcome.repeated ?? outcome);
    }
    return this.#done(move, position);
  }

  async #send(move: Move, command: Transfer): Promise<Outcome> {
    try {
      return await this.#parts.submit(command);
    } catch (error) {
      if (!isNotAccepted(error)) this.#unanswered.add(move.id);
      throw error;
    }
  }

  async #done(move: Move, position: number): Promise<MoveDone> {
    const { pool, epoch, effects } = this.#parts;
    await inTransaction(pool, async (client) => {
      if (await endMove(client, move.id, epoch(), { state: 'done', position }))
        await effects.done(client, move, position);
    });
    this.#unanswered.delete(move.id);
    return { ...move, state: 'done', position };
  }

  async #refused(move: Move, command: Transfer, refusal: Refusal): Promise<MoveDone> {
    const { pool, epoch, refusalError } = this.#parts;
    if (isOfClient(move)) {
      await this.#end(move, 'refused', refusal);
      throw refusalError(command, refusal);
    }
    // The entries that pay out come last, so the refused entry is the one that reserves the next term's interest.
    if (move.kind === 'renew' && refusal === 'exceeds_fund' && command.purpose === 'house_funding') {
      await payOutInstead(pool, move.id, epoch());
      const paidOut = await readMove(pool, move.id);
      if (paidOut.kind === 'payout') return this.#submit(paidOut);
    }
    if (refusal === 'busy') throw new ApiError('busy');
    throw new Error(`the ledger refused the ${move.kind} of ${move.dual?.id ?? move.stake}: ${refusal}`);
  }

  /** Resolves a client's move from the log. */
  async #conclude(id: number): Promise<void> {
    const { pool, core } = this.#parts;
    const move = await readMove(pool, id);
    if (move.state !== 'sent') return;
    const accepted = core().acceptanceOf(commandsOf(move)[0]);
    if (accepted !== undefined) await this.#done(move, accepted.position);
    else if (this.#unanswered.has(id) || !(await this.#end(move, 'abandoned'))) throw new ApiError('unavailable');
  }

  /** Returns whether the move was unresolved until now. */
  #end(move: Move, state: 'refused' | 'abandoned', refusal?: Refusal): Promise<boolean> {
    const { pool, epoch, effects } = this.#parts;
    return inTransaction(pool, async (client) => {
      const end = { state, ...(refusal === undefined ? {} : { refusal }) };
      const isEnded = await endMove(client, move.id, epoch(), end);
      if (isEnded) await effects.failed(client, move);
      return isEnded;
    });
  }
}

/** Whether the command is certainly not in the log. */
const isNotAccepted = (error: unknown): boolean =>
  error instanceof LeaseLost || (error instanceof SequencerStopped && error.outcome === 'not_accepted');

/** Whether this process cannot write to the log at the moment, regardless of the move. */
const isUnavailable = (error: unknown): boolean =>
  error instanceof LeaseLost ||
  error instanceof SequencerStopped ||
  (error instanceof ApiError && (error.code === 'unavailable' || error.code === 'busy'));

const doneOf = (move: Move): MoveDone => {
  if (move.position === undefined) throw new Error(`move ${move.id} has no position`);
  return { ...move, position: move.position };
};

/** The move that was made, or is being made, with the request's key. A failed move does not consume its key. */
async function repeated(client: PoolClient, { owner, key, content }: MoveRequest): Promise<Move | undefined> {
  const before = key === undefined ? undefined : await moveByKey(client, owner, key);
  if (before === undefined) return undefined;
  if (before.state === 'refused' || before.state === 'abandoned') {
    await releaseKey(client, before.id);
    return undefined;
  }
  if (before.request !== JSON.stringify(content)) throw new ApiError('reference_conflict');
  return before;
}
