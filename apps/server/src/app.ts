import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@vitrine/contract';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { ApiError } from './http/api-error.ts';
import { registerDocs } from './http/docs.ts';
import { errorBody, statusOf, toApiError } from './http/error-answer.ts';
import { answerHeaders } from './http/guard.ts';
import { type Metrics, registerMetrics } from './http/metrics.ts';
import { methodsByPath, pathOf, unknownAddress } from './http/not-found.ts';
import { type PagesApp, registerPages } from './http/pages.ts';
import { registerEndpoints } from './http/register-endpoints.ts';
import type { Services } from './http/services.ts';
import { compileValidator } from './http/validation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint's own texts for error codes. */
    texts?: Endpoint['texts'];
  }
}

/** No call of the contract needs more. */
const BODY_LIMIT_BYTES = 16 * 1024;

export interface AppParts {
  readonly services: Services;
  readonly metrics: Metrics;
  /** Adds what is no call of the contract: the WebSocket route, and in a sandbox its sign-in provider. */
  readonly attach: (app: FastifyInstance) => Promise<void>;
  /** The built apps; one that is not built is not served. */
  readonly pages: readonly PagesApp[];
}

/** The HTTP server of the exchange, not listening yet. */
export async function buildApp({ services, metrics, attach, pages }: AppParts): Promise<FastifyInstance> {
  const { settings, log } = services;
  const app = fastify({
    loggerInstance: log,
    // Successes are counted, not logged, and a child logger per request would cost more than the request.
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger) => logger,
    genReqId: requestIds(),
    trustProxy: settings.trustedProxies > 0 && ((_address, hop) => hop < settings.trustedProxies),
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 512 },
    requestTimeout: 30_000,
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
  });
  app.setValidatorCompiler(compileValidator);
  acceptJsonOnly(app);
  app.decorateRequest('rawText', '');
  app.decorateRequest('session', undefined);
  app.decorateRequest('staff', undefined);
  const answer = errorAnswerer(services);
  app.setErrorHandler(answer);
  const methods = methodsByPath(settings);
  const headers = answerHeaders(settings.mode);
  app.setNotFoundHandler((request, reply) =>
    answer(unknownAddress(request, reply.headers(headers), methods), request, reply),
  );

  registerEndpoints(app, services);
  registerMetrics(app, metrics);
  await attach(app);
  await registerDocs(app, settings);
  for (const built of pages) await registerPages(app, built, settings.mode);
  return app;
}

/** Ids that no other run of the server has given out. */
function requestIds(): () => string {
  const run = randomUUID();
  let count = 0;
  return () => `${run}-${++count}`;
}

/** An empty body counts as none, whatever its declared type. */
function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    request.rawText = text as string;
    if (text === '') done(null, undefined);
    else parse(request, text as string, done);
  });
}

/** Every answer that is not a success: from the error table, or logged and told as a fault of ours. */
function errorAnswerer({ log }: Services) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void => {
    const known = toApiError(error);
    if (known === undefined) {
      log.error({ err: error, requestId: request.id, method: request.method, path: pathOf(request) }, 'request failed');
      reply.header('x-request-id', request.id);
    }
    const shown = known ?? new ApiError('internal');
    reply.status(statusOf(shown.code)).send(errorBody(shown, request.routeOptions.config.texts));
  };
}
