const HOUR_MS = 3_600_000;
/** Of the idle time: what the table may lag behind. */
const LAG_PARTS = 4;

/** When sessions of clients end. */
export interface SessionTimes {
  /** However busy, one signs in again after this. */
  readonly sessionHours: number;
  /** Without any use. */
  readonly sessionIdleHours: number;
}

/**
 * When a session expires: its absolute end, or earlier if it is idle. Every copy of the session in memory shares it.
 */
export class SessionLife {
  readonly #times: SessionTimes;
  readonly #lastMs: number;
  /** As it is known here; another server may have seen the session later. */
  endsAtMs: number;
  /** As the table has it. */
  #writtenMs: number;

  constructor(times: SessionTimes, beganAtMs: number, writtenMs: number) {
    this.#times = times;
    this.#lastMs = beganAtMs + times.sessionHours * HOUR_MS;
    this.endsAtMs = Math.min(writtenMs, this.#lastMs);
    this.#writtenMs = this.endsAtMs;
  }

  /** The table's own end, which another server may have moved. */
  read(writtenMs: number): void {
    this.#writtenMs = Math.min(Math.max(writtenMs, this.#writtenMs), this.#lastMs);
    this.endsAtMs = Math.max(this.endsAtMs, this.#writtenMs);
  }

  /**
   * Somebody uses it now. Answers the end to be written where the table's is too old by now: at most once an hour, and
   * once in a quarter of the idle time.
   */
  use(nowMs: number): number | undefined {
    const idleMs = this.#times.sessionIdleHours * HOUR_MS;
    this.endsAtMs = Math.min(nowMs + idleMs, this.#lastMs);
    const late = this.endsAtMs - this.#writtenMs;
    if (late <= 0 || (late < Math.min(HOUR_MS, idleMs / LAG_PARTS) && this.endsAtMs !== this.#lastMs)) return undefined;
    this.#writtenMs = this.endsAtMs;
    return this.endsAtMs;
  }
}
