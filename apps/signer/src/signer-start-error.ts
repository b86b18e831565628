/** Why the signer cannot start, in one sentence that says what to do. Shown without a stack trace. */
export class SignerStartError extends Error {
  override readonly name = 'SignerStartError';
}
