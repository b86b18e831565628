import type { GuessDirection, GuessResult } from '@vitrine/contract';
import type { MarketId, OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import type { Instruments, Perpetual } from '../../kit/instruments.ts';
import type { Period } from '../tasks/periods.ts';

/** The coin whose index is guessed. */
const COIN = 'BTC';
export const ROUND_MS = 3_600_000;
/** The age at which the last price before a moment no longer counts as the price at that moment. */
const STALE_MS = 300_000;
/** How long after a round its result is computed, so that the price of its last minute is stored by then. */
const SETTLED_AFTER_MS = 120_000;

export interface Guess {
  readonly roundMs: number;
  readonly market: MarketId;
  readonly direction: GuessDirection;
  readonly result: GuessResult;
  /** The index at the start and at the end of the round, in ticks; undefined if it was not confirmed then. */
  readonly fromTicks: number | undefined;
  readonly toTicks: number | undefined;
}

interface Row {
  readonly round_ms: string;
  readonly market_id: number;
  readonly direction: GuessDirection;
  readonly from_ticks: number | null;
  readonly to_ticks: number | null;
}

/** SQL: the last confirmed index in the minutes before a moment. The index of minutes is stored once they have ended. */
const priceBefore = (moment: string): string =>
  `(select close_ticks from index_prices p where p.market_id = g.market_id
      and p.minute_ms < ${moment} and p.minute_ms >= ${moment} - ${STALE_MS} order by p.minute_ms desc limit 1)`;

const GUESSES = `select g.round_ms, g.market_id, g.direction, ${priceBefore('g.round_ms')} as from_ticks,
    ${priceBefore(`(g.round_ms + ${ROUND_MS})`)} as to_ticks from game_guesses g`;

interface Parts {
  readonly pool: Pool;
  readonly instruments: Instruments;
  readonly clock: () => number;
}

/**
 * Clients' guesses whether the index of a coin rises or falls in the next UTC hour. The index, not our own book, decides:
 * a single client cannot move it. Nothing is settled: results are computed from the stored index whenever they are read.
 */
export class Guesses {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The market whose index is guessed; undefined while there is none. */
  get market(): Perpetual | undefined {
    return this.#parts.instruments.perpetuals().find(({ base }) => base.code === COIN);
  }

  /** When the next round begins. */
  get nextMs(): number {
    const nowMs = this.#parts.clock();
    return nowMs - (nowMs % ROUND_MS) + ROUND_MS;
  }

  /**
   * Stores the client's guess for the round that begins at `roundMs`, or changes it. Errors: game_unavailable,
   * guess_closed.
   */
  async make(owner: OwnerId, roundMs: number, direction: GuessDirection): Promise<void> {
    const { market } = this;
    if (market === undefined) throw new ApiError('game_unavailable');
    if (roundMs !== this.nextMs) throw new ApiError('guess_closed');
    await this.#parts.pool.query(
      `insert into game_guesses (owner, round_ms, market_id, direction, made_ms) values ($1, $2, $3, $4, $5)
       on conflict (owner, round_ms) do update
         set market_id = excluded.market_id, direction = excluded.direction, made_ms = excluded.made_ms`,
      [owner, roundMs, market.market, direction, this.#parts.clock()],
    );
  }

  /** The client's newest guesses, newest first. */
  async newest(owner: OwnerId, limit: number): Promise<Guess[]> {
    const { rows } = await this.#parts.pool.query<Row>(
      `${GUESSES} where g.owner = $1 order by g.round_ms desc limit $2`,
      [owner, limit],
    );
    const nowMs = this.#parts.clock();
    return rows.map((row) => guessOf(row, nowMs));
  }

  /** How many of the client's guesses for rounds that ended in the period were right. */
  async right(owner: OwnerId, { fromMs, toMs }: Period): Promise<number> {
    const { rows } = await this.#parts.pool.query<Row>(
      `${GUESSES} where g.owner = $1 and g.round_ms >= $2 and g.round_ms < $3`,
      [owner, fromMs - ROUND_MS, toMs - ROUND_MS],
    );
    const nowMs = this.#parts.clock();
    return rows.filter((row) => guessOf(row, nowMs).result === 'right').length;
  }
}

function guessOf({ round_ms, market_id, direction, from_ticks, to_ticks }: Row, nowMs: number): Guess {
  const roundMs = Number(round_ms);
  const isSettled = nowMs >= roundMs + ROUND_MS + SETTLED_AFTER_MS;
  return {
    roundMs,
    market: market_id,
    direction,
    result: isSettled ? resultOf(direction, from_ticks, to_ticks) : 'waiting',
    fromTicks: (nowMs >= roundMs + SETTLED_AFTER_MS ? from_ticks : null) ?? undefined,
    toTicks: (isSettled ? to_ticks : null) ?? undefined,
  };
}

function resultOf(direction: GuessDirection, from: number | null, to: number | null): GuessResult {
  if (from === null || to === null) return 'no_price';
  if (from === to) return 'unchanged';
  return to > from === (direction === 'up') ? 'right' : 'wrong';
}
