const DAY_MS = 86_400_000;

/** The days until the end of a minimum term, rounded up, as the exchange counts them. */
export const daysLeft = (endsAtMs: number, nowMs = Date.now()): number =>
  Math.max(1, Math.ceil((endsAtMs - nowMs) / DAY_MS));
