/** Why a recording cannot be used, in one sentence that says what to do. */
export class TapeError extends Error {
  override readonly name = 'TapeError';
}
