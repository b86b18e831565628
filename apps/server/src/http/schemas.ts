import { setTimeout as sleep } from 'node:timers/promises';
import { Ajv, type ValidateFunction } from 'ajv';
import fastJson from 'fast-json-stringify';
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import { ApiError } from '../kit/api-error.ts';
import { TOO_MANY_PARAMETERS } from './query.ts';

/** Functions that compile those schemas that no request has needed yet. */
const uncompiled = new Set<() => unknown>();

const common = {
  useDefaults: true,
  removeAdditional: false,
  allErrors: false,
  allowUnionTypes: true,
  // The contract's tests check the schemas. Checking them here would require compiling JSON Schema's own schema at each
  // start, which takes longer than compiling most of the contract's.
  validateSchema: false,
} as const;
/** Values in JSON have types, so values in bodies are not converted. */
const bodyAjv = new Ajv({ ...common, coerceTypes: false });
const bodies = compiledOnce((schema) => bodyAjv.compile(schema));
/** All values in a query are texts, so they are converted to numbers and booleans where the schema requires. */
const queryAjv = new Ajv({ ...common, coerceTypes: true });
const queries = compiledOnce((schema) => queryAjv.compile(schema));
const serializers = compiledOnce<(data: unknown) => string>((schema) => fastJson(schema));

/** The contract's schemas as validators for Fastify. Unknown fields are refused, not ignored. */
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
 * Compiles the remaining schemas, so that endpoints do not have to compile theirs at their first request. All of them
 * together take more than half a second, so they are compiled one at a time, and a server that has just started can
 * handle requests in between.
 */
export async function compileAhead(): Promise<void> {
  for (const compile of uncompiled) {
    compile();
    await sleep(PAUSE_MS, undefined, { ref: false });
  }
}

/** Compiles a schema when it is first needed, and only once: all apps in a process have the same schemas. */
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
 * Whether Postgres can store the data: no text contains U+0000, which Postgres rejects in every text, or a lone
 * surrogate, which it rejects in JSON. If such text were accepted, a call could fail after it has taken effect but
 * before its result is returned.
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
