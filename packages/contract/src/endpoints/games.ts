import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Decimal, Exact, Optional, TimeMs, Words } from '../schema.ts';

const directions = ['up', 'down'] as const;
export type GuessDirection = (typeof directions)[number];

/**
 * `waiting`: the round has not ended, or its last price is not stored yet. `no_price`: the index was not confirmed at
 * the start or at the end. `unchanged`: both prices are the same. Only `right` counts for tasks.
 */
const results = ['waiting', 'right', 'wrong', 'unchanged', 'no_price'] as const;
export type GuessResult = (typeof results)[number];

const Count = Type.Integer({ minimum: 0 });
const Shift = {
  /** The last shift, running or ended; zero if there was none. */
  started_at: TimeMs,
  ends_at: TimeMs,
};

const area = 'account';

export const gameEndpoints = {
  games: defineEndpoint({
    method: 'GET',
    path: '/api/v3/games',
    area,
    access: 'client',
    reads: 'histories',
    errors: [],
    summary: 'The client’s guesses and mining shifts. The tasks that give points for them are in the Reward Center.',
    response: Exact({
      guess: Exact({
        /** The coin whose index is guessed; empty while it has no index. */
        coin: Type.String(),
        /** The next round, and the client’s guess for it. */
        next: Exact({ from: TimeMs, to: TimeMs, guess: Optional(Words(directions)) }),
        /** Right guesses for rounds that ended on the current UTC day. */
        right_today: Count,
        /** Guesses for rounds that have begun, newest first. */
        recent: Type.Array(
          Exact({
            from: TimeMs,
            to: TimeMs,
            guess: Words(directions),
            result: Words(results),
            /** The index at the start and at the end of the round. */
            from_price: Optional(Decimal),
            to_price: Optional(Decimal),
          }),
        ),
      }),
      mining: Exact({
        shift_hours: Count,
        /** The whole hours of shifts that have passed on the current UTC day. */
        hours_today: Count,
        ...Shift,
      }),
      time: TimeMs,
    }),
  }),
  guess: defineEndpoint({
    method: 'POST',
    path: '/api/v3/games/guess',
    area,
    access: 'client',
    limitedAsOrder: true,
    errors: ['guess_closed', 'game_unavailable'],
    summary:
      'Guesses whether the index will be higher (`up`) or lower at the end of the next UTC hour than at its start. The guess can be changed until the hour begins, and costs nothing.',
    body: Exact({
      /** When the round begins, as returned by the list of games. */
      round: TimeMs,
      guess: Words(directions),
    }),
    response: Exact({ message: Words(['success']) }),
  }),
  startMining: defineEndpoint({
    method: 'POST',
    path: '/api/v3/games/mining',
    area,
    access: 'client',
    limitedAsOrder: true,
    errors: [],
    summary: 'Starts a mining shift; if one is running, returns that one.',
    body: Exact({}),
    response: Exact(Shift),
  }),
};
