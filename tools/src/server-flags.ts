/**
 * What Node is started with for the server.
 *
 * Young objects get 8 MB, not 64: with so little alive, many collections of a millisecond take less than the few of 5 to 40 ms
 * that hold all answers up, and hardly any has to go through all objects.
 *
 * Bytes outside the heap count towards the limit of the whole, not towards one of 32 MB of their own: a photo of 6 MB, received,
 * decoded and sealed, would bring about three collections of all objects.
 *
 * The compiler may put four times as much of the functions that one calls into it as it does by itself: applying a command is
 * many small functions, and an order then takes a sixth less time.
 */
export const serverFlags: readonly string[] = [
  '--max-semi-space-size=8',
  '--external-memory-accounted-in-global-limit',
  '--max-inlined-bytecode-size-cumulative=4000',
];
