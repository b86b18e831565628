/**
 * Why the exchange cannot start, in one sentence that says what to do; shown without a stack. Has a cause if it may be
 * temporary.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}
