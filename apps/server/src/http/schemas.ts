import { setTimeout as sleep } from 'node:timers/promises';
import { Ajv, type ValidateFunction } from 'ajv';
import fastJson from 'fast-json-stringify';
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import { ApiError } from '../kit/api-error.ts';
import { TOO_MANY_PARAMETERS } from './query.ts';

/** Functions that compile the schemas that no request has needed yet. */
const uncompiled = new Set<() => unknown>();

const common = {
  useDefaults: true,
  removeAdditional: false,
  allErrors: false,
  allowUnionTypes: true,
  // The contract's tests check the schemas. Compiling JSON Schema's own schema at each start would take longer than
  // compiling most of the contract's.
  validateSchema: false,
} as const;
/** Values in JSON have types, so they are not coerced. */
const bodyAjv = new Ajv({ ...common, coerceTypes: false });
const bodies = compiledOnce((schema) => bodyAjv.compile(schema));
/** All values in a query are text, so numbers and booleans are coerced from it. */
const queryAjv = new Ajv({ ...common, coerceTypes: true });
const queries = compiledOnce((schema) => queryAjv.compile(schema));
const serializers = compiledOnce<(data: unknown) => string>((schema) => fastJson(schema));

/** The contract's schemas as validators for Fastify: unknown fields are refused, not dropped silently. */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const validator: () => ValidateFunction = (httpPart === 'body' ? bodies : queries)(schema);
  return (data: unknown) => {
    if (data === TOO_MANY_PARAMETERS) {
      return { error: new ApiError('invalid_request', { reason: 'too_many_parameters' }) };
    }
    if (!isStorable(data)) return { error: new ApiError('invalid_request', { reason: 'characters_invalid' }) };
    const validate = validator();
    return validate(data) || { error: validate.errors as NonNullable<typeof validate.errors> };
  };
};

/** The contract's schemas as response serializers for Fastify. */
export const compileSerializer: FastifySerializerCompiler<object> = ({ schema }) => {
  const serializer = serializers(schema);
  return (data: unknown) => serializer()(data);
};

const PAUSE_MS = 20;

/**
 * Compiles the remaining schemas, one at a time, so that endpoints do not compile theirs at the first request.
 * Compiling those of all endpoints takes more than half a second; in the pauses, a server that has just started can
 * handle requests.
 */
export async function compileAhead(): Promise<void> {
  for (const compile of uncompiled) {
    compile();
    await sleep(PAUSE_MS, undefined, { ref: false });
  }
}

/** Compiles a schema once, when it is first needed: all apps of a process have the same schemas. */
function compiledOnce<T>(compile: (schema: object) => T): (schema: object) => () => T {
  const known = new WeakMap<object, () => T>();
  return (schema) => {
    const found = known.get(schema);
    if (found !== undefined) return found;
    let compiled: T | undefined;
    const get = () => {
      if (compiled === undefined) {
        compiled = compile(schema);
        uncompiled.delete(get);
      }
      return compiled;
    };
    known.set(schema, get);
    uncompiled.add(get);
    return get;
  };
}

/**
 * Whether no text in the data contains U+0000 or a lone surrogate: Postgres rejects U+0000 in every text, and lone
 * surrogates in JSON. If such text were accepted, a call could fail after it has taken effect but before its result is
 * returned.
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
