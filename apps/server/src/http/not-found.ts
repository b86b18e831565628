import { type Endpoint, endpoints } from '@vitrine/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../kit/api-error.ts';
import type { HttpSettings } from './services.ts';

/** For each path, the methods that it accepts, as listed in the error for any other method. */
export function methodsByPath(settings: HttpSettings): ReadonlyMap<string, string> {
  const methods = new Map<string, string>();
  for (const endpoint of Object.values(endpoints) as Endpoint[]) {
    if (endpoint.sandboxOnly && settings.mode !== 'sandbox') continue;
    const both = endpoint.compatGet && settings.compatGet;
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      const others = methods.get(path);
      const own = both ? 'POST, GET' : endpoint.method;
      methods.set(path, others === undefined ? own : `${others}, ${own}`);
    }
  }
  return methods;
}

/** The error if no route matches a request: 405 if the path exists with another method, otherwise 404. */
export function unknownAddress(
  request: FastifyRequest,
  reply: FastifyReply,
  methods: ReadonlyMap<string, string>,
): ApiError {
  const allowed = methods.get(pathOf(request));
  if (allowed === undefined) return new ApiError('not_found');
  reply.header('allow', allowed);
  return new ApiError('method_not_allowed', { method: request.method, allowed });
}

/** The URL without its query, which is not logged because it may contain secrets. */
export function pathOf(request: FastifyRequest): string {
  const end = request.url.indexOf('?');
  return end === -1 ? request.url : request.url.slice(0, end);
}
