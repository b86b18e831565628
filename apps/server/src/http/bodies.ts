import type { Endpoint } from '@vitrine/contract';
import type { FastifyInstance, preHandlerHookHandler } from 'fastify';
import { ApiError } from '../kit/api-error.ts';
import { MOST_SIGNS, structureFault } from '../kit/json-structure.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set if the body is a file instead of JSON. */
    file?: Endpoint['file'];
    /** Maximum number of the characters `{ [ , :` in the JSON outside strings; 256 by default. */
    mostSigns?: number;
  }
}

const MOST_SIGNS_USUALLY = 256;

/** The value of `mostSigns` for an endpoint: only staff send tables of settings, everyone else sends short forms. */
export const mostSignsOf = ({ access, mostSigns }: Endpoint): number =>
  mostSigns ?? (access === 'staff' ? MOST_SIGNS : MOST_SIGNS_USUALLY);

/** Accepts JSON bodies, and file bodies where the contract says so. */
export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  acceptJson(app);
  acceptFiles(app);
}

/**
 * Accepts JSON. An empty body is treated as no body, regardless of its declared type. Before a body is parsed, the cost
 * of parsing it is limited, because the core runs on the same thread.
 */
function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body as string;
    const { file, mostSigns = MOST_SIGNS_USUALLY } = request.routeOptions.config;
    if (file !== undefined) return done(new ApiError('unsupported_media_type'));
    if (text === '') return done(null, undefined);
    const fault = structureFault(text, mostSigns);
    if (fault !== undefined) return done(new ApiError('invalid_request', { reason: fault }));
    request.rawText = text;
    parse(request, text, done);
  });
}

/**
 * Refuses a request without a file. If a request has neither a body nor a content type, no parser runs, so this has to
 * be checked.
 */
export const requireFile: preHandlerHookHandler = (request, _reply, done) =>
  done(request.body === undefined ? new ApiError('unsupported_media_type') : undefined);

/**
 * Accepts files. The length is known in advance, so each byte is copied only once, and chunks need not be concatenated.
 */
function acceptFiles(app: FastifyInstance): void {
  app.addContentTypeParser('application/octet-stream', (request, payload, done) => {
    const { file } = request.routeOptions.config;
    if (file === undefined) return done(new ApiError('unsupported_media_type'));
    const length = Number(request.headers['content-length'] ?? 0);
    if (length > file.mostBytes) return done(new ApiError('too_large'));
    receive(payload, length).then(
      (bytes) => done(null, bytes),
      () => done(new ApiError('invalid_request', { reason: 'body_incomplete' })),
    );
  });
}

async function receive(payload: AsyncIterable<Buffer>, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  for await (const chunk of payload) filled += chunk.copy(bytes, filled);
  if (filled < length) throw new Error('the sender disconnected');
  return bytes;
}
