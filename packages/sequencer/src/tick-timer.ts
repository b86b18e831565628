/** The longest delay that a Node timer accepts. */
const MAX_DELAY_MS = 2_147_483_647;

/** Calls `fire` when the exchange's clock reaches the time that was last set. */
export class TickTimer {
  readonly #nowMs: () => number;
  readonly #fire: () => void;
  #timer: NodeJS.Timeout | undefined;
  #dueMs: number | undefined;

  constructor(nowMs: () => number, fire: () => void) {
    this.#nowMs = nowMs;
    this.#fire = fire;
  }

  /**
   * Sets the time at which `fire` is called; undefined for never. Called after every batch, so it leaves the timer
   * alone if the time has not changed.
   */
  set(dueMs: number | undefined): void {
    if (dueMs === this.#dueMs && (dueMs === undefined || dueMs > this.#nowMs())) return;
    this.stop();
    if (dueMs === undefined) return;
    this.#dueMs = dueMs;
    const delayMs = Math.min(Math.max(0, dueMs - this.#nowMs()), MAX_DELAY_MS);
    this.#timer = setTimeout(() => this.#check(), delayMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#dueMs = undefined;
  }

  /**
   * Calls `fire` if it is due, and otherwise sets the timer again: a timer may fire a little early, and the wall clock
   * may have been set back in the meantime.
   */
  #check(): void {
    const dueMs = this.#dueMs;
    this.stop();
    if (dueMs === undefined || dueMs <= this.#nowMs()) this.#fire();
    else this.set(dueMs);
  }
}
