/** The first and the longest pause between attempts, in milliseconds. */
export interface PauseLimits {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** The pause before the next attempt: doubled for each earlier failure, up to the longest. */
export const growingPauseMs = ({ firstMs, longestMs }: PauseLimits, earlierFailures: number): number =>
  Math.min(longestMs, firstMs * 2 ** Math.min(earlierFailures, 20));
