import type { OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';

const DAY_MS = 86_400_000;

/** How a client wants to withdraw, as it holds now. */
export interface WithdrawalChoices {
  readonly onlySaved: boolean;
  /** It has been switched off and holds until then; 0 where that is not so. */
  readonly onlySavedUntilMs: number;
  readonly oneStep: boolean;
}

/** What clients choose about their withdrawals: what takes protection away takes a day, what adds to it holds at once. */
export class WithdrawalChoicesTable {
  readonly #pool: Pool;
  readonly #clock: () => number;

  constructor(pool: Pool, clock: () => number) {
    this.#pool = pool;
    this.#clock = clock;
  }

  async of(owner: OwnerId): Promise<WithdrawalChoices> {
    const { rows } = await this.#pool.query<{ only_saved: boolean; only_saved_until: Date | null; one_step: boolean }>(
      'select only_saved, only_saved_until, one_step from withdrawal_choices where owner = $1',
      [owner],
    );
    const { only_saved = false, only_saved_until = null, one_step = false } = rows[0] ?? {};
    const untilMs = only_saved_until?.getTime() ?? 0;
    const onlySaved = only_saved && (untilMs === 0 || untilMs > this.#clock());
    return { onlySaved, onlySavedUntilMs: onlySaved ? untilMs : 0, oneStep: one_step };
  }

  /** On at once; off in a day, and switching it off again does not begin that day anew. Returns until when it holds, 0 for ever. */
  async setOnlySaved(owner: OwnerId, isOn: boolean): Promise<number> {
    const { onlySaved, onlySavedUntilMs } = await this.of(owner);
    if (!isOn && (!onlySaved || onlySavedUntilMs > 0)) return onlySavedUntilMs;
    const untilMs = isOn ? 0 : this.#clock() + DAY_MS;
    await this.#pool.query(
      `insert into withdrawal_choices (owner, only_saved, only_saved_until) values ($1, true, $2)
       on conflict (owner) do update set only_saved = true, only_saved_until = excluded.only_saved_until`,
      [owner, untilMs === 0 ? null : new Date(untilMs)],
    );
    return untilMs;
  }

  async setOneStep(owner: OwnerId, isOn: boolean): Promise<void> {
    await this.#pool.query(
      `insert into withdrawal_choices (owner, one_step) values ($1, $2)
       on conflict (owner) do update set one_step = excluded.one_step`,
      [owner, isOn],
    );
  }
}
