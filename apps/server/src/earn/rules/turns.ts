/**
 * Maximum number of postings per cycle. They share a batch of the log, which should take less than 10 ms even with a
 * million accounts: `npm run bench -- earn-cut`.
 */
export const MOST_BATCHES = 4;

/** Maximum number of clients paid by one posting: a transfer has 64 legs, one of which is the pool's. */
export const MOST_OWNERS = 63;

/** Maximum number of locked stakes whose interest is in one posting. */
export const MOST_ACCRUED = 500;
