/** Another process writes this log, and its lease has not expired. */
export class LeaseHeld extends Error {
  override readonly name = 'LeaseHeld';
  constructor(holder: string) {
    super(`The log is being written by ${holder}: stop that process, or start this one as a follower.`);
  }
}

/** This process may no longer be the log's writer, so its state may be out of date. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
  constructor() {
    super('This process no longer holds the lease of the log, so its responses could be out of date.');
  }
}

/** Another process has taken over the log. */
export class LogFenced extends Error {
  override readonly name = 'LogFenced';
  constructor(n: number) {
    super(`Batch ${n} was not written because another process has taken over the log.`);
  }
}

/** The database did not respond for so long that the outcome of the last write remains unknown. */
export class LogUnreachable extends Error {
  override readonly name = 'LogUnreachable';
  constructor(outageMs: number, cause: unknown) {
    super(`The database of the log has been unreachable for ${Math.round(outageMs / 1000)} s.`, { cause });
  }
}

/**
 * The database returned an error for a write (no space, read-only, failed flush). From now on, nothing may be
 * acknowledged.
 */
export class LogWriteFailed extends Error {
  override readonly name = 'LogWriteFailed';
  constructor(n: number, cause: Error) {
    super(`The database refused to write batch ${n} of the log: ${cause.message}.`, { cause });
  }
}

/**
 * The stored log differs from the log that was written. `n` is the number of the first batch that cannot be trusted.
 */
export class LogDamaged extends Error {
  override readonly name = 'LogDamaged';
  readonly n: number;
  constructor(n: number, what: string) {
    super(`The log is damaged at batch ${n}: ${what}.`);
    this.n = n;
  }
}

/** The log or a snapshot was written by a newer release than this one. */
export class LogTooNew extends Error {
  override readonly name = 'LogTooNew';
  constructor(what: string, ask: string) {
    super(`${what} ${ask}, which this version of the program does not support: start the newer version.`);
  }
}

/**
 * Parts of the log or snapshots needed at startup were pruned or lost, or are unreadable, so the state cannot be
 * rebuilt.
 */
export class LogIncomplete extends Error {
  override readonly name = 'LogIncomplete';
}

/**
 * The sequencer no longer accepts commands. `outcome` says what happened to the caller's command. 'not_accepted' is
 * certain; 'unknown' means that the log may or may not contain it, so it must be repeated with the same reference.
 */
export class SequencerStopped extends Error {
  override readonly name = 'SequencerStopped';
  readonly outcome: 'not_accepted' | 'unknown';
  constructor(outcome: 'not_accepted' | 'unknown', cause?: Error) {
    super(cause === undefined ? 'The exchange is stopping.' : `The exchange has stopped: ${cause.message}`, { cause });
    this.outcome = outcome;
  }
}
