import type { OwnerId } from '@vitrine/core';
import type { Pool, PoolClient } from 'pg';

const DAY_MS = 86_400_000;

/** A client's withdrawal settings as in effect now. */
export interface WithdrawalChoices {
  readonly onlySaved: boolean;
  /** When the restriction to saved addresses ends, if the client has switched it off; 0 if it has no end. */
  readonly onlySavedUntilMs: number;
  readonly oneStep: boolean;
  /**
   * When one-step withdrawals become possible, if the client has switched them on; 0 if they are possible already, or
   * switched off.
   */
  readonly oneStepFromMs: number;
}

interface Row {
  readonly only_saved: boolean;
  readonly only_saved_until: Date | null;
  readonly one_step: boolean;
  readonly one_step_from: Date | null;
}

/** Clients' withdrawal settings: changes that reduce protection take effect after a day, the others immediately. */
export class WithdrawalChoicesTable {
  readonly #pool: Pool;
  readonly #clock: () => number;

  constructor(pool: Pool, clock: () => number) {
    this.#pool = pool;
    this.#clock = clock;
  }

  async of(owner: OwnerId, database: Pick<Pool, 'query'> = this.#pool): Promise<WithdrawalChoices> {
    const { rows } = await database.query<Row>(
      'select only_saved, only_saved_until, one_step, one_step_from from withdrawal_choices where owner = $1',
      [owner],
    );
    const { only_saved = false, only_saved_until = null, one_step = false, one_step_from = null } = rows[0] ?? {};
    const now = this.#clock();
    const untilMs = only_saved_until?.getTime() ?? 0;
    const onlySaved = only_saved && (untilMs === 0 || untilMs > now);
    const fromMs = one_step ? (one_step_from?.getTime() ?? 0) : 0;
    return {
      onlySaved,
      onlySavedUntilMs: onlySaved ? untilMs : 0,
      oneStep: one_step && fromMs <= now,
      oneStepFromMs: fromMs > now ? fromMs : 0,
    };
  }

  /**
   * Switches the restriction to saved addresses on immediately, or off after a day; switching it off again does not
   * restart that day. Runs within the transaction that notifies the client, one call at a time per client. Returns
   * whether anything changed, and when the restriction ends (0 if it has no end).
   */
  async setOnlySaved(
    transaction: PoolClient,
    owner: OwnerId,
    isOn: boolean,
  ): Promise<{ readonly isChanged: boolean; readonly untilMs: number }> {
    const { onlySaved, onlySavedUntilMs } = await this.of(owner, transaction);
    const isSet = isOn ? onlySaved && onlySavedUntilMs === 0 : !onlySaved || onlySavedUntilMs > 0;
    if (isSet) return { isChanged: false, untilMs: onlySavedUntilMs };
    const untilMs = isOn ? 0 : this.#clock() + DAY_MS;
    await transaction.query(
      `insert into withdrawal_choices (owner, only_saved, only_saved_until) values ($1, true, $2)
       on conflict (owner) do update set only_saved = true, only_saved_until = excluded.only_saved_until`,
      [owner, untilMs === 0 ? null : new Date(untilMs)],
    );
    return { isChanged: true, untilMs };
  }

  /**
   * Switches one-step withdrawals on after a day, or off immediately; switching them on again does not restart that
   * day. Runs within the transaction that notifies the client. Returns whether anything changed.
   */
  async setOneStep(transaction: PoolClient, owner: OwnerId, isOn: boolean): Promise<boolean> {
    const { rowCount } = isOn
      ? await transaction.query(
          `insert into withdrawal_choices (owner, one_step, one_step_from) values ($1, true, $2)
           on conflict (owner) do update set one_step = true, one_step_from = excluded.one_step_from
           where not withdrawal_choices.one_step`,
          [owner, new Date(this.#clock() + DAY_MS)],
        )
      : await transaction.query(
          'update withdrawal_choices set one_step = false, one_step_from = null where owner = $1 and one_step',
          [owner],
        );
    return rowCount === 1;
  }
}
