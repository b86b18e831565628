/** A cut, 00:00 UTC, ends a day of interest and begins the next one. */
export const CUT_MS = 86_400_000;

/**
 * A stake's first cut is fixed before its money moves. A subscription this close to a cut starts at the following one,
 * so that it earns nothing for a day that began before the money arrived.
 */
const FIRST_MARGIN_MS = 60_000;

/** The first cut after this time. */
const cutAfter = (timeMs: number): number => (Math.floor(timeMs / CUT_MS) + 1) * CUT_MS;

/** The cut from which a subscription made now earns interest. */
export const firstCut = (nowMs: number): number => cutAfter(nowMs + FIRST_MARGIN_MS);
