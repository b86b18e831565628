import type { Core, OwnerId, Refusal, Transfer } from '@vitrine/core';
import { LeaseLost, type Outcome, SequencerStopped } from '@vitrine/sequencer';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import { KeyedMutex } from '../../kit/keyed-mutex.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import { demandLease } from './lease.ts';
import { rentCommand } from './miner-ledger.ts';
import {
  draftRentals,
  endDraft,
  insertRental,
  type NewRental,
  type Rental,
  readRental,
  releaseRentalKey,
  rentalByKey,
} from './rental-table.ts';

const RESOLVED_AT_ONCE = 200;
/** A rental older than this is not resubmitted: its first day, set when it was drafted, could be out of date. */
const FRESH_MS = 30_000;

export interface RentalsParts {
  readonly pool: Pool;
  readonly core: () => Core;
  readonly submit: (command: Transfer) => Promise<Outcome>;
  /** The API error for a command that the ledger refuses. */
  readonly refusalError: (command: Transfer, refusal: Refusal) => ApiError;
  readonly epoch: () => number;
  readonly clock: () => number;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** A client's request to rent. With `key`, a repetition returns the first result. */
export interface RentRequest {
  readonly owner: OwnerId;
  readonly key: string | undefined;
  readonly product: number;
  readonly version: number;
}

/** A rental whose price was paid. */
export type Rented = Rental & { readonly position: number };

const contentOf = ({ product, version }: RentRequest): string => JSON.stringify({ product, version });

/**
 * Creates rentals: first the row is stored with every amount, then the ledger decides, then the outcome is stored in
 * the row. Anything interrupted in between is resolved from the log. A server that has lost the lease changes no row.
 */
export class Rentals {
  readonly #parts: RentalsParts;
  /** Keyed by rental: settling and resolving a rental exclude each other. */
  readonly #byRental = new KeyedMutex();

  constructor(parts: RentalsParts) {
    this.#parts = parts;
  }

  /** The rental that was made, or is being made, with the request's key. Errors: reference_conflict. */
  async first(database: Pick<Pool, 'query'>, request: RentRequest): Promise<Rental | undefined> {
    const { owner, key } = request;
    const before = key === undefined ? undefined : await rentalByKey(database, owner, key);
    if (before === undefined || before.state === 'void') return undefined;
    if (before.request !== contentOf(request)) throw new ApiError('reference_conflict');
    return before;
  }

  /**
   * `draft` runs in the transaction that stores the rental, after the client's row is locked, and throws if it is not
   * allowed. Other errors: reference_conflict, unavailable, those of the ledger.
   */
  async run(request: RentRequest, draft: (client: PoolClient) => Promise<NewRental>): Promise<Rented> {
    const rental = await inTransaction(this.#parts.pool, async (client) => {
      await client.query('select from client where owner = $1 for no key update', [request.owner]);
      const first = await this.first(client, request);
      return first ?? this.#insert(client, request, await draft(client));
    });
    return this.#byRental.runExclusive(String(rental.id), () => this.#settle(rental.id));
  }

  async #insert(client: PoolClient, request: RentRequest, rental: NewRental): Promise<Rental> {
    const { epoch, clock } = this.#parts;
    const { owner, key } = request;
    await demandLease(client, epoch());
    // A rental that did not take place does not consume its key.
    const before = key === undefined ? undefined : await rentalByKey(client, owner, key);
    if (before !== undefined) await releaseRentalKey(client, before.id);
    return insertRental(client, rental, { epoch: epoch(), nowMs: clock(), key, request: contentOf(request) });
  }

  /** Submits the rental's command, unless its outcome is already stored or can be read from the log. */
  async #settle(id: number): Promise<Rented> {
    const { epoch, clock } = this.#parts;
    const rental = await readRental(this.#parts.pool, id);
    if (rental.state === 'void') throw new ApiError('unavailable');
    if (rental.position !== undefined) return { ...rental, position: rental.position };
    const isFresh = rental.epoch === epoch() && clock() - rental.draftedMs < FRESH_MS;
    if (isFresh) return this.#submit(rental);
    await this.#conclude(rental);
    const ended = await readRental(this.#parts.pool, id);
    if (ended.position === undefined) throw new ApiError('unavailable');
    return { ...ended, position: ended.position };
  }

  async #submit(rental: Rental): Promise<Rented> {
    const { submit, refusalError } = this.#parts;
    const command = rentCommand(rental);
    const outcome = await submit(command).catch(async (error: unknown) => {
      // With any other error, the log may contain the command, so the row remains a draft until that is known.
      const isCertain =
        error instanceof LeaseLost || (error instanceof SequencerStopped && error.outcome === 'not_accepted');
      if (isCertain) await this.#end(rental, { refusal: 'not_accepted' }).catch(() => undefined);
      throw error;
    });
    if (outcome.refusal !== undefined) {
      await this.#end(rental, { refusal: outcome.refusal });
      throw refusalError(command, outcome.refusal);
    }
    const { position } = outcome.repeated ?? outcome;
    await this.#end(rental, { position });
    return { ...rental, state: 'running', position };
  }

  /**
   * Resolves drafts from the log: those that it has accepted are running. The others can no longer enter it if they
   * were submitted under an earlier lease. Returns whether there may be more.
   */
  async resolve(): Promise<boolean> {
    const { pool, epoch, log } = this.#parts;
    const drafts = await draftRentals(pool, epoch(), RESOLVED_AT_ONCE);
    let ended = 0;
    for (const id of drafts) {
      try {
        const isEnded = await this.#byRental.runExclusive(String(id), async () =>
          this.#conclude(await readRental(pool, id)),
        );
        if (isEnded) ended += 1;
      } catch (error) {
        log.error({ err: error, rental: id }, 'rental could not be resolved, will retry');
      }
    }
    return drafts.length === RESOLVED_AT_ONCE && ended > 0;
  }

  /** Returns whether the rental is no longer a draft. */
  async #conclude(rental: Rental): Promise<boolean> {
    if (rental.state !== 'draft') return true;
    const { core, epoch } = this.#parts;
    const accepted = core().acceptanceOf(rentCommand(rental));
    if (accepted === undefined && rental.epoch >= epoch()) return false;
    await this.#end(rental, accepted === undefined ? { refusal: 'abandoned' } : { position: accepted.position });
    return true;
  }

  #end(rental: Rental, end: Parameters<typeof endDraft>[2]): Promise<void> {
    const { pool, epoch } = this.#parts;
    return inTransaction(pool, async (client) => {
      await endDraft(client, rental.id, end);
      await demandLease(client, epoch());
    });
  }
}
