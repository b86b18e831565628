/**
 * Why the exchange cannot start, in one sentence that says what to do; shown without a stack trace. It has a cause if
 * the problem may be temporary.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}
