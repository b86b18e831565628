import { Ajv, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';

const common = { useDefaults: true, removeAdditional: false, allErrors: false, allowUnionTypes: true } as const;
/** A body says its types itself. */
const bodies = new Ajv({ ...common, coerceTypes: false });
/** A query is text: numbers and truth values are read from it. */
const queries = new Ajv({ ...common, coerceTypes: true });

/** Compiles the contract's schemas for Fastify: nothing unknown passes, nothing is dropped silently. */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }): ValidateFunction =>
  (httpPart === 'body' ? bodies : queries).compile(schema);
