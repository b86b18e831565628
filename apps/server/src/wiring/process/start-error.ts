/**
 * Why the exchange cannot start, in one sentence that says what to do. Shown as it is, without a stack. Has a cause where that
 * may pass by itself.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}
