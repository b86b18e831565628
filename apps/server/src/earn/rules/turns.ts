/** The most postings of one turn: together they take about a millisecond of the log. */
export const MOST_BATCHES = 16;

/** The most clients that one posting pays: a transfer has 64 legs, of which one is the pool's. */
export const MOST_OWNERS = 63;

/** The most locked stakes whose interest one posting contains. */
export const MOST_ACCRUED = 500;
