const MOST_TURNS = 3;

/**
 * Whether queued commands should wait another turn of the event loop, so that what arrives in it joins the same commit:
 * as long as each turn brings more, for three turns and no longer than a commit takes. A lone command never waits.
 */
export class Linger {
  #turns = 0;
  #count = 0;
  #untilMs = 0;

  /** From now on there is something to send; the last commit took `commitMs`. */
  begin(nowMs: number, commitMs: number): void {
    this.#turns = 0;
    this.#count = 0;
    this.#untilMs = nowMs + commitMs;
  }

  /** Asked once a turn, with how many commands wait. */
  isWorthWaiting(count: number, nowMs: number): boolean {
    const grows = count > this.#count;
    this.#count = count;
    this.#turns += 1;
    return count > 1 && grows && this.#turns <= MOST_TURNS && nowMs < this.#untilMs;
  }
}
