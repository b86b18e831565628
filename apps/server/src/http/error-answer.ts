import { type Endpoint, type ErrorBody, type ErrorCode, type ErrorRow, errorTable } from '@vitrine/contract';
import { LeaseLost, SequencerStopped } from '@vitrine/sequencer';
import type { FastifyError } from 'fastify';
import { ApiError } from '../kit/api-error.ts';
import { isDatabaseLoss } from '../kit/postgres/database-loss.ts';

/** The body of an error: the endpoint's own text where it has one, with its blanks filled. */
export function errorBody(error: ApiError, texts?: Endpoint['texts']): ErrorBody {
  const row: ErrorRow = errorTable[error.code];
  const text = texts?.[error.code] ?? row.message;
  return {
    code: error.code,
    message: text.replace(/\{(\w+)\}/g, (_, name: string) => error.parameters?.[name] ?? ''),
    retryable: row.retryable,
    ...(error.parameters === undefined ? {} : { parameters: { ...error.parameters } }),
  };
}

export const statusOf = (code: ErrorCode): number => errorTable[code].status;

/** Errors of the HTTP layer itself, by Fastify's code. */
const frameworkErrors: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_NOT_FOUND: 'not_found',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_ASYNC_CONSTRAINT: 'not_found',
};

/** Maps whatever a request ended with to the error table; undefined where it is a fault of ours. */
export function toApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error instanceof LeaseLost || isDatabaseLoss(error)) return new ApiError('unavailable');
  if (error instanceof SequencerStopped) {
    return new ApiError(error.outcome === 'unknown' ? 'outcome_unknown' : 'unavailable');
  }
  if (!(error instanceof Error)) return undefined;
  const { validation, validationContext, code, statusCode } = error as FastifyError;
  if (validation?.[0] !== undefined) return validationError(validation[0], validationContext ?? 'request');
  const known = frameworkErrors[code];
  if (known !== undefined) return new ApiError(known);
  if (statusCode === 413) return new ApiError('too_large');
  if (statusCode === 400) return new ApiError('invalid_request', { reason: reasonOf(error) });
  return undefined;
}

/** What cannot be read as JSON is not repeated; whoever else refuses a request with 400 has said why. */
const reasonOf = (error: Error & { readonly code?: string }): string =>
  error instanceof SyntaxError || error.code?.startsWith('FST_ERR_CTP_') || error.message === ''
    ? 'the body is not valid JSON'
    : error.message;

type ValidationFault = NonNullable<FastifyError['validation']>[number];

function validationError(fault: ValidationFault, place: string): ApiError {
  const field = fault.instancePath.slice(1).replaceAll('/', '.');
  const { params } = fault;
  switch (fault.keyword) {
    case 'additionalProperties':
      return new ApiError('unknown_field', { field: shown(params.additionalProperty) });
    case 'required':
      return new ApiError('invalid_request', { reason: `${String(params.missingProperty)} is missing` });
    case 'enum':
      return new ApiError('invalid_request', {
        reason: `${field} must be one of ${(params.allowedValues as unknown[]).join(', ')}`,
      });
    case 'pattern':
      if (isAmountPattern(params.pattern)) return new ApiError('malformed_amount', { field });
      return new ApiError('invalid_request', { reason: `${field} has the wrong format` });
    default:
      return new ApiError('invalid_request', { reason: `${field || place} ${fault.message ?? 'is not valid'}` });
  }
}

/** The contract's decimal text is the only pattern with a point in it. */
const isAmountPattern = (pattern: unknown): boolean => String(pattern).includes('\\.');

/** A name that the caller chose goes back shortened and without anything that could be markup. */
const shown = (name: unknown): string =>
  String(name)
    .slice(0, 40)
    .replace(/[^\w.-]/g, '?');
