import { type ErrorCode, errorTable } from '@vitrine/contract';

/** An answer from the error table. Thrown by handlers; `parameters` fill the {blanks} of the message. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly parameters: Readonly<Record<string, string>> | undefined;

  /** For the metrics and the log alone. */
  readonly reason: string | undefined;

  constructor(code: ErrorCode, parameters?: Readonly<Record<string, string>>, reason?: string) {
    super(errorTable[code].message);
    this.code = code;
    this.parameters = parameters;
    this.reason = reason;
  }
}
