import { type ErrorCode, type ErrorParameters, errorTable, type HasParameters } from '@vitrine/contract';

type AfterCode<C extends ErrorCode> =
  HasParameters<C> extends true
    ? [parameters: ErrorParameters<C>, reason?: string]
    : [parameters?: Readonly<Record<string, string>> | undefined, reason?: string];

/**
 * An error from the error table, thrown by handlers to make it the response. `parameters` fill the {placeholders} of
 * the message.
 */
export class ApiError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'ApiError';
  readonly code: C;
  readonly parameters: Readonly<Record<string, string>> | undefined;

  /** A more specific reason, for metrics and the log only. */
  readonly reason: string | undefined;

  constructor(code: C, ...[parameters, reason]: AfterCode<C>) {
    super(errorTable[code].message);
    this.code = code;
    this.parameters = parameters;
    this.reason = reason;
  }
}
