import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@vitrine/contract';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { ApiError } from '../kit/api-error.ts';
import { acceptBodies } from './bodies.ts';
import { connectionFault } from './connection-fault.ts';
import { registerCrawlers } from './crawlers.ts';
import { registerDocs } from './docs.ts';
import { errorBody, statusOf, toApiError } from './error-answer.ts';
import { giveUp, isGivenUp, letGiveUp } from './give-up.ts';
import { responseHeaders } from './guard.ts';
import { type Metrics, registerMetrics } from './metrics.ts';
import { methodsByPath, pathOf, unknownAddress } from './not-found.ts';
import { type PagesApp, registerPages } from './pages.ts';
import { parseQuery } from './query.ts';
import { Refusals } from './refusals.ts';
import { type Answerers, registerEndpoints } from './register-endpoints.ts';
import { compileSerializer, compileValidator } from './schemas.ts';
import type { Services } from './services.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint's own messages, by error code. */
    wording?: Endpoint['wording'];
    /** Set for a load balancer's probe, whose requests are counted separately. */
    probe?: Endpoint['probe'];
  }
}

/** The maximum length of a JSON body: nothing in the contract needs more. */
const BODY_LIMIT_BYTES = 16 * 1024;
/** The Retry-After of a response during a database outage. Most outages end within seconds. */
const RETRY_AFTER_SECONDS = 2;

/** Maximum number of header lines; a request with more is refused. Browsers and proxies send a few dozen. */
const MOST_HEADERS = 100;

export interface AppParts {
  readonly services: Services;
  readonly answerers: Answerers;
  readonly metrics: Metrics;
  /** Adds routes that are not in the contract: the WebSocket route and the sandbox's sign-in provider. */
  readonly attach: (app: FastifyInstance) => Promise<void>;
  /** The web apps; an app that has not been built is not served. */
  readonly pages: readonly PagesApp[];
}

/** The HTTP server of the exchange, not listening yet. */
export async function buildApp({ services, answerers, metrics, attach, pages }: AppParts): Promise<FastifyInstance> {
  const { settings, log } = services;
  const headers = responseHeaders(settings.mode);
  const answer = errorAnswerer(log, new Refusals(metrics, log), headers);
  const app = fastify({
    loggerInstance: log,
    // Successful requests are counted but not logged: creating a child logger per request would cost more than the
    // request itself.
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger) => logger,
    genReqId: requestIds(),
    trustProxy: settings.trustedProxies > 0 && ((_address, hop) => hop < settings.trustedProxies),
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 512, querystringParser: parseQuery },
    // Every five seconds, connections are checked: a sender is disconnected if its headers are not complete after ten
    // seconds, or its request after thirty. A request without a Host header is refused by the guards, not by Node.
    http: { connectionsCheckingInterval: 5_000, headersTimeout: 10_000, requireHostHeader: false },
    requestTimeout: 30_000,
    // Closes a connection that has been idle for this long, because the client does not read the response, or because
    // no response is sent.
    connectionTimeout: 60_000,
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    // While the server is closing, requests over open connections get their normal response; then the connections are
    // closed.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => answer(error, request, reply.headers(headers)),
    clientErrorHandler: connectionFault(headers),
  });
  app.server.maxHeadersCount = MOST_HEADERS;
  letGiveUp(app.server);
  app.server.on('checkExpectation', (_request, response) =>
    response.writeHead(417, { ...headers, connection: 'close' }).end(),
  );
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  acceptBodies(app);
  app.decorateRequest('rawText', '');
  app.decorateRequest('session', undefined);
  app.decorateRequest('staff', undefined);
  app.setErrorHandler(answer);
  const methods = methodsByPath(settings);
  app.setNotFoundHandler((request, reply) =>
    answer(unknownAddress(request, reply.headers(headers), methods), request, reply),
  );

  registerEndpoints(app, services, answerers);
  registerMetrics(app, metrics, settings);
  warnOfProxies(app, services);
  await attach(app);
  await registerDocs(app, settings);
  registerCrawlers(app, {
    publicOrigin: settings.publicOrigin,
    coins: () => services.instruments.spot().map(({ base }) => base.code),
  });
  const { mode, publicOrigin } = settings;
  const coinName = (code: string) => nameOfCoin(services, code);
  for (const built of pages) await registerPages(app, built, { mode, publicOrigin, coinName });
  return app;
}

/** The name of a coin that is listed, in whatever case its code is written. */
function nameOfCoin({ instruments, coins }: Services, code: string): string | undefined {
  const asset = instruments.assetByCode(code.toUpperCase());
  return asset && coins.byCode(asset.code).fullName;
}

/**
 * Warns once if requests come through a proxy that is not trusted. They are counted under the proxy's address, so that
 * all of its clients share one rate limit.
 */
function warnOfProxies(app: FastifyInstance, { settings, log }: Services): void {
  if (settings.trustedProxies > 0) return;
  let isSaid = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isSaid && request.headers['x-forwarded-for'] !== undefined) {
      isSaid = true;
      log.warn(
        'X-Forwarded-For ignored: TRUSTED_PROXIES is 0. If this server is behind a proxy, all clients share its IP address and rate limit: set TRUSTED_PROXIES to the number of proxies.',
      );
    }
    done();
  });
}

/** Generates ids that are unique, even across restarts of the server. */
function requestIds(): () => string {
  const run = randomUUID();
  let count = 0;
  return () => `${run}-${++count}`;
}

/**
 * Responds to every request that fails. If the error is in the error table, it is the response; any other error is
 * logged, and the response is an internal error.
 */
function errorAnswerer(log: FastifyBaseLogger, refusals: Refusals, headers: Readonly<Record<string, string>>) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void => {
    const known = toApiError(error);
    if (known === undefined) {
      log.error({ err: error, requestId: request.id, method: request.method, path: pathOf(request) }, 'request failed');
      reply.header('x-request-id', request.id);
    }
    const shown = known ?? new ApiError('internal');
    refusals.add(shown, request);
    const status = statusOf(shown.code);
    const { seconds } = shown.parameters ?? {};
    if (shown.code === 'too_many_requests' && seconds !== undefined) reply.header('retry-after', seconds);
    // If the request failed early, the guard that sets these headers has not run.
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value);
    if (status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS);
    if (hasMoreToSend(request)) giveUp(request.raw.socket);
    if (isGivenUp(request.raw.socket)) reply.header('connection', 'close');
    reply.status(status).send(errorBody(shown, request.routeOptions?.config?.wording));
  };
}

/** Whether a refused request has an unread body that is not worth reading to its end. */
function hasMoreToSend({ raw, headers }: FastifyRequest): boolean {
  const length = Number(headers['content-length'] ?? 0);
  return !raw.readableEnded && (length > BODY_LIMIT_BYTES || headers['transfer-encoding'] !== undefined);
}
