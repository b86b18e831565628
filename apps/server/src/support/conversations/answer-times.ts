import type { Pool } from 'pg';

/** Minimum number of answers: with fewer, the median is not representative. */
const LEAST_ANSWERS = 5;
const WITHIN_DAYS = 14;
/** How long a result is cached. */
const KEPT_MS = 300_000;

/**
 * SQL query for the median time from a client's first unanswered message to its answer, in seconds. Of several answers
 * in a row, only the first is used.
 */
const median = `
  select count(*)::int as answers,
    percentile_cont(0.5) within group (order by extract(epoch from answer.at - asked.at)) as seconds
  from support_message answer
  cross join lateral (
    select coalesce(max(id), 0) as id from support_message
    where owner = answer.owner and staff_id is not null and id < answer.id) earlier
  cross join lateral (
    select min(at) as at from support_message
    where owner = answer.owner and staff_id is null and id > earlier.id and id < answer.id) asked
  where answer.staff_id is not null and answer.at > now() - interval '${WITHIN_DAYS} days' and asked.at is not null`;

/** How long clients have waited for answers from operators, computed from the conversations. */
export class AnswerTimes {
  readonly #pool: Pool;
  #kept: { readonly untilMs: number; readonly seconds: Promise<number | undefined> } | undefined;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** The median of the last two weeks, in whole seconds; undefined if there were too few answers. */
  usualSeconds(): Promise<number | undefined> {
    const nowMs = performance.now();
    if (this.#kept === undefined || this.#kept.untilMs <= nowMs) {
      const seconds = this.#count();
      this.#kept = { untilMs: nowMs + KEPT_MS, seconds };
      seconds.catch(() => {
        this.#kept = undefined;
      });
    }
    return this.#kept.seconds;
  }

  async #count(): Promise<number | undefined> {
    const { rows } = await this.#pool.query<{ answers: number; seconds: number | null }>(median);
    const { answers = 0, seconds = null } = rows[0] ?? {};
    return answers < LEAST_ANSWERS || seconds === null ? undefined : Math.round(seconds);
  }
}
