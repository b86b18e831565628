import { Ajv } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import { ApiError } from '../kit/api-error.ts';

const common = { useDefaults: true, removeAdditional: false, allErrors: false, allowUnionTypes: true } as const;
/** A body says its types itself. */
const bodies = new Ajv({ ...common, coerceTypes: false });
/** A query is text: numbers and truth values are read from it. */
const queries = new Ajv({ ...common, coerceTypes: true });

/** Compiles the contract's schemas for Fastify: nothing unknown passes, nothing is dropped silently. */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const validate = (httpPart === 'body' ? bodies : queries).compile(schema);
  return (data: unknown) => {
    if (!isStorable(data)) return { error: new ApiError('invalid_request', { reason: 'characters_invalid' }) };
    return validate(data) || { error: validate.errors as NonNullable<typeof validate.errors> };
  };
};

/**
 * Whether no text in it holds U+0000, or half of a character: Postgres takes neither, the second not in JSON alone.
 * What
 * fails there would fail after something was done, and before it was returned.
 */
function isStorable(data: unknown): boolean {
  const waiting = [data];
  for (const value of waiting) {
    if (typeof value === 'string') {
      if (!value.isWellFormed() || value.includes('\u0000')) return false;
    } else if (typeof value === 'object' && value !== null) {
      for (const inner of Object.values(value)) waiting.push(inner);
    }
  }
  return true;
}
