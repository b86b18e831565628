/**
 * The most postings of one turn. They share a batch of the log, which should not take 10 ms even with a million accounts:
 * `npm run bench -- earn-cut`.
 */
export const MOST_BATCHES = 4;

/** The most clients that one posting pays: a transfer has 64 legs, of which one is the pool's. */
export const MOST_OWNERS = 63;

/** The most locked stakes whose interest one posting contains. */
export const MOST_ACCRUED = 500;
