/** Why the signer cannot start, in one sentence that says what to do. Shown as it is, without a stack. */
export class SignerStartError extends Error {
  override readonly name = 'SignerStartError';
}
