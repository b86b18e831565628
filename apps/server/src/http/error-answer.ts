import { type ErrorBody, type ErrorCode, type ErrorWording, errorTable } from '@vitrine/contract';
import { LeaseLost, SequencerStopped } from '@vitrine/sequencer';
import type { FastifyError } from 'fastify';
import { ApiError } from '../kit/api-error.ts';
import { errorText } from '../kit/error-text.ts';
import { isDatabaseLoss } from '../kit/postgres/database-loss.ts';

/** The body of an error response: in the endpoint's own wording, if it has one, with the placeholders replaced. */
export function errorBody({ code, parameters }: ApiError, wording: ErrorWording = {}): ErrorBody {
  const variant = (wording as Partial<Record<ErrorCode, string>>)[code];
  return {
    code,
    ...(variant === undefined ? {} : { variant }),
    message: errorText(code, parameters, wording),
    retryable: errorTable[code].retryable,
    ...(parameters === undefined ? {} : { parameters: { ...parameters } }),
  };
}

export const statusOf = (code: ErrorCode): number => errorTable[code].status;

/** Our codes for errors of the HTTP layer, by Fastify's code. */
const frameworkErrors: Readonly<Record<string, 'too_large' | 'unsupported_media_type' | 'not_found'>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_NOT_FOUND: 'not_found',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_ASYNC_CONSTRAINT: 'not_found',
};

/** The error in the error table that corresponds to an error of a request; undefined for an internal error. */
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

const reasonOf = (error: Error & { readonly code?: string }) =>
  error instanceof SyntaxError || error.code?.startsWith('FST_ERR_CTP_') ? 'body_not_json' : 'malformed';

type ValidationFault = NonNullable<FastifyError['validation']>[number];

function validationError(fault: ValidationFault, place: string): ApiError {
  const field = fault.instancePath.slice(1).replaceAll('/', '.');
  const { params } = fault;
  switch (fault.keyword) {
    case 'additionalProperties':
      return new ApiError('unknown_field', { field: shown(params.additionalProperty) });
    case 'required':
      return new ApiError('invalid_request', { reason: 'field_missing', field: String(params.missingProperty) });
    case 'enum':
      return new ApiError('invalid_request', { reason: 'not_a_choice', field, allowed: listOf(params.allowedValues) });
    case 'type':
      return new ApiError('invalid_request', {
        reason: 'wrong_type',
        field: field || place,
        type: listOf(params.type),
      });
    case 'pattern':
      if (isAmountPattern(params.pattern)) return new ApiError('malformed_amount', { field });
      return new ApiError('invalid_request', { reason: 'wrong_format', field });
    default: {
      const bound = bounds[fault.keyword];
      if (bound === undefined)
        return new ApiError('invalid_request', { reason: 'field_invalid', field: field || place });
      return new ApiError('invalid_request', { reason: bound, field: field || place, limit: String(params.limit) });
    }
  }
}

/** Schema keywords that limit a value. */
const bounds: Readonly<Record<string, BoundReason>> = {
  minLength: 'too_short',
  maxLength: 'too_long',
  minimum: 'too_low',
  maximum: 'too_high',
  minItems: 'too_few_elements',
  maxItems: 'too_many_elements',
};
type BoundReason = 'too_short' | 'too_long' | 'too_low' | 'too_high' | 'too_few_elements' | 'too_many_elements';

const listOf = (words: unknown): string => (Array.isArray(words) ? words.join(', ') : String(words));

/** Whether this is the pattern for decimal strings: no other pattern in the contract contains a dot. */
const isAmountPattern = (pattern: unknown): boolean => String(pattern).includes('\\.');

/**
 * A name that the caller has chosen, in the form in which the error shows it: truncated, and without characters that
 * could be markup.
 */
const shown = (name: unknown): string =>
  String(name)
    .slice(0, 40)
    .replace(/[^\w.-]/g, '?');
