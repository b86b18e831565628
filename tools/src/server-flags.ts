/**
 * Node's flags for the server.
 *
 * The semi-space has 16 MB. With 64 MB (the default), a few collections take 5 to 40 ms each and stall all responses.
 * With 8 MB, the requests in progress fill much of it, so that they are copied again and again: an order takes a tenth
 * more CPU time, and `bench log` measures a p99 of 18 ms instead of 8. Major collections are rare.
 *
 * Memory outside the heap counts toward the total limit, not toward a separate limit of 32 MB: with the separate
 * limit, a photo of 6 MB that is received, decoded and encrypted would cause about three major collections.
 *
 * The inlining budget is four times the default: applying a command calls many small functions, and with this budget an
 * order takes a sixth less time.
 */
export const serverFlags: readonly string[] = [
  '--max-semi-space-size=16',
  '--external-memory-accounted-in-global-limit',
  '--max-inlined-bytecode-size-cumulative=4000',
];
