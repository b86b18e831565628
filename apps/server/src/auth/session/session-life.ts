const HOUR_MS = 3_600_000;
/**
 * The expiry time in the table lags behind the one in memory by less than an hour, and by less than the idle time
 * divided by this number.
 */
const LAG_PARTS = 4;

/** When clients' sessions end. */
export interface SessionTimes {
  /** Maximum lifetime, however much the session is used. */
  readonly sessionHours: number;
  /** Maximum time without use. */
  readonly sessionIdleHours: number;
}

/**
 * When a session expires: at its absolute end, or earlier if it is idle. All copies of a session in memory share one
 * such object.
 */
export class SessionLife {
  readonly #times: SessionTimes;
  readonly #lastMs: number;
  /** When the session ends, as far as this server knows. Another server may have seen a later use. */
  endsAtMs: number;
  /** When the session ends, as stored in the table. */
  #writtenMs: number;

  constructor(times: SessionTimes, beganAtMs: number, writtenMs: number) {
    this.#times = times;
    this.#lastMs = beganAtMs + times.sessionHours * HOUR_MS;
    this.endsAtMs = Math.min(writtenMs, this.#lastMs);
    this.#writtenMs = this.endsAtMs;
  }

  /** Adopts the expiry time stored in the table, which another server may have extended. */
  read(writtenMs: number): void {
    this.#writtenMs = Math.min(Math.max(writtenMs, this.#writtenMs), this.#lastMs);
    this.endsAtMs = Math.max(this.endsAtMs, this.#writtenMs);
  }

  /**
   * Extends the session because it is being used. Returns the new expiry time if it must be written to the table,
   * otherwise undefined. It must be written if the time in the table is behind by an hour or by a quarter of the idle
   * time, whichever is less, or if the session now expires at its absolute end.
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
