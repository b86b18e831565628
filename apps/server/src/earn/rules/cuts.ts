/** A cut, 00:00 UTC, ends a day of interest and begins the next one. */
export const CUT_MS = 86_400_000;

/**
 * The first cut of a stake is fixed before its money moves. Money that takes longer than this to move must not earn a
 * day during which it was not there.
 */
const FIRST_MARGIN_MS = 60_000;

/** The first cut after this time. */
const cutAfter = (timeMs: number): number => (Math.floor(timeMs / CUT_MS) + 1) * CUT_MS;

/** The cut from which money that is subscribed now earns interest. */
export const firstCut = (nowMs: number): number => cutAfter(nowMs + FIRST_MARGIN_MS);
