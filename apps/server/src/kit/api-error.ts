import { type ErrorCode, type ErrorParameters, errorTable, type HasParameters } from '@vitrine/contract';

type AfterCode<C extends ErrorCode> =
  HasParameters<C> extends true
    ? [parameters: ErrorParameters<C>, reason?: string]
    : [parameters?: Readonly<Record<string, string>> | undefined, reason?: string];

/** An error response from the error table, thrown by handlers. `parameters` fill the {placeholders} of the message. */
export class ApiError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'ApiError';
  readonly code: C;
  readonly parameters: Readonly<Record<string, string>> | undefined;

  /** A more specific reason, only for metrics and the log. */
  readonly reason: string | undefined;

  constructor(code: C, ...[parameters, reason]: AfterCode<C>) {
    super(errorTable[code].message);
    this.code = code;
    this.parameters = parameters;
    this.reason = reason;
  }
}
