interface Holder {
  readonly id: string;
  readonly userId: string;
}

/**
 * The times until which sessions may trade without the transaction password. A session's entry remains when the session
 * is dropped from the cache.
 */
export class TradingUnlocks {
  readonly #bySession = new Map<string, { readonly untilMs: number; readonly locks: number }>();
  /** By person, how many times trading was locked. Each lock ends all earlier unlocks. */
  readonly #locks = new Map<string, number>();

  untilMs({ id, userId }: Holder): number {
    const unlock = this.#bySession.get(id);
    return unlock?.locks === this.#locksOf(userId) ? unlock.untilMs : 0;
  }

  /**
   * Call this before the password is compared, and the returned function afterwards. If trading is locked during the
   * comparison, the password may have been replaced, and the session is not unlocked.
   */
  begin({ id, userId }: Holder): (untilMs: number) => void {
    const locks = this.#locksOf(userId);
    return (untilMs) => this.#bySession.set(id, { untilMs, locks });
  }

  /** Locks all sessions of this person immediately. */
  lock(userId: string): void {
    this.#locks.set(userId, this.#locksOf(userId) + 1);
  }

  forget(id: string): void {
    this.#bySession.delete(id);
  }

  #locksOf(userId: string): number {
    return this.#locks.get(userId) ?? 0;
  }
}
