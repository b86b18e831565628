const MOST_TURNS = 3;

/**
 * Whether queued commands should wait another turn of the event loop, so that more commands join the same commit. They
 * wait as long as each turn brings more commands, but for at most three turns and no longer than the last commit took.
 * A lone command never waits.
 */
export class Linger {
  #turns = 0;
  #count = 0;
  #untilMs = 0;

  /** Must be called when there is something to send; `commitMs` is how long the last commit took. */
  begin(nowMs: number, commitMs: number): void {
    this.#turns = 0;
    this.#count = 0;
    this.#untilMs = nowMs + commitMs;
  }

  /** Whether to wait for another turn. Called once per turn, with the number of queued commands. */
  isWorthWaiting(count: number, nowMs: number): boolean {
    const grows = count > this.#count;
    this.#count = count;
    this.#turns += 1;
    return count > 1 && grows && this.#turns <= MOST_TURNS && nowMs < this.#untilMs;
  }
}
