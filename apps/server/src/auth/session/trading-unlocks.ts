interface Holder {
  readonly id: string;
  readonly userId: string;
}

/**
 * The times until which sessions may trade without the transaction password. An entry remains even after the session's
 * copy in memory is dropped.
 */
export class TradingUnlocks {
  readonly #bySession = new Map<string, { readonly untilMs: number; readonly locks: number }>();
  /** The number of times that each person's trading was locked; each lock ends all earlier unlocks. */
  readonly #locks = new Map<string, number>();

  untilMs({ id, userId }: Holder): number {
    const unlock = this.#bySession.get(id);
    return unlock?.locks === this.#locksOf(userId) ? unlock.untilMs : 0;
  }

  /**
   * Call this before the password is compared: if trading is locked during the comparison, the compared password may be
   * the old one, and unlocks nothing.
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
