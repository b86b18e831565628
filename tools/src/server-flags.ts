/**
 * Node's flags for the server.
 *
 * The semi-space has 8 MB instead of 64 MB. Because few objects are alive, many collections of 1 ms cost less than a
 * few of 5 to 40 ms, which would stall all responses. Major collections are rare.
 *
 * Memory outside the heap counts toward the total limit, not toward a separate limit of 32 MB: with the separate
 * limit, a photo of 6 MB that is received, decoded and encrypted would cause about three major collections.
 *
 * The inlining budget is four times the default: applying a command calls many small functions, and with this budget an
 * order takes a sixth less time.
 */
export const serverFlags: readonly string[] = [
  '--max-semi-space-size=8',
  '--external-memory-accounted-in-global-limit',
  '--max-inlined-bytecode-size-cumulative=4000',
];
