import { type Endpoint, type EndpointKey, endpoints } from '@vitrine/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../kit/api-error.ts';
import { AddressRateLimiter } from '../kit/by-address.ts';
import { mostSignsOf, requireFile } from './bodies.ts';
import { type Charge, chargeOf, isListInMemory, isReadAtOnce, isSearch } from './client-reads.ts';
import { FileReads } from './file-reads.ts';
import { type Guard, Guards } from './guard.ts';
import type { Call, Handler } from './handler.ts';
import {
  coreSource,
  historySource,
  ledgerSource,
  PositionWaits,
  readMinPosition,
  type Source,
} from './log-position.ts';
import { CompatGetCall, RequestCall } from './request-call.ts';
import type { Services } from './services.ts';
import { UploadGuards } from './upload-guard.ts';
import { VisitorQueue } from './visitor-queue.ts';

const nothing = { type: ['object', 'null'], additionalProperties: false };
const noParameters = { type: 'object', additionalProperties: false };

/** What the modules provide: the handlers, and the guard of staff calls. */
export interface Answerers {
  /** The handlers, bound to their endpoints by wiring/routes.ts. */
  readonly handlers: { readonly [K in EndpointKey]: Handler<Endpoint> };
  /** Returns the checks of a staff call that run before its body is read. */
  staffGuard(key: EndpointKey, endpoint: Endpoint): Guard;
}

/** Registers a route for each endpoint of the contract, and for each alias, with its schemas, guard and handler. */
export function registerEndpoints(app: FastifyInstance, services: Services, { handlers, staffGuard }: Answerers): void {
  const guards = new Guards(services);
  app.addHook('onRequest', guards.anything);
  const uploadGuards = new UploadGuards(services);
  const visitors = new VisitorQueue();
  const fileReads = new FileReads(services.kyc);
  const waits = new PositionWaits();
  const { settings } = services;
  const sourceOf = sourcesOf(services);
  const signIns = new AddressRateLimiter(settings.rates.signInsPerAddressPerSecond);
  for (const [key, endpoint] of Object.entries(endpoints) as [EndpointKey, Endpoint][]) {
    if (endpoint.sandboxOnly && settings.mode !== 'sandbox') continue;
    const handler = handlers[key];
    const limiter = endpoint.hashesPassword || endpoint.storesEachTime ? signIns : limiterOf(endpoint);
    const guard =
      endpoint.access === 'staff' ? staffGuard(key, endpoint) : guards.for(endpoint, { cookies: true, limiter });
    const source = sourceOf(endpoint);
    const isRefused = settings.role === 'follower' && endpoint.method === 'POST' && !endpoint.onFollowers;
    const bodyGuard = endpoint.file
      ? uploadGuards.for(endpoint.path, endpoint.file)
      : isBodyCharged(endpoint)
        ? guards.bodyLength
        : undefined;
    const admission = admissionOf(isRefused ? refuse : bodyGuard);
    const bodyLimit = endpoint.file?.mostBytes ?? endpoint.bodyLimitBytes;
    const charge = chargeOf(key, endpoint);
    const read = readOf(key, endpoint, services);
    const reader = answerFrom(source, endpoint.probe ? undefined : waits, read);
    const readHandler = charge === undefined ? reader : charged(charge, reader);
    const plainHandler = endpoint.money ? answerCommand : readHandler;
    const answer = endpoint.hashesPassword
      ? inLine(visitors, plainHandler)
      : endpoint.readsFile
        ? readingFile(fileReads, plainHandler)
        : plainHandler;
    for (const url of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      app.route({
        method: endpoint.method,
        url,
        config: {
          wording: endpoint.wording,
          probe: endpoint.probe,
          file: endpoint.file,
          mostSigns: mostSignsOf(endpoint),
        },
        schema: {
          querystring: endpoint.query ?? noParameters,
          ...(endpoint.method === 'POST' && endpoint.file === undefined ? { body: endpoint.body ?? nothing } : {}),
          response: { 200: endpoint.response },
        },
        ...admission(guard, url),
        ...(endpoint.file === undefined ? {} : { preHandler: requireFile }),
        ...(bodyLimit === undefined ? {} : { bodyLimit }),
        handler: (request, reply) => answer(handler, new RequestCall(services, request, reply, guards), request, reply),
      });
      if (!endpoint.compatGet || !settings.compatGet) continue;
      app.route({
        method: 'GET',
        url,
        exposeHeadRoute: false,
        config: { wording: endpoint.wording },
        schema: { querystring: endpoint.body ?? noParameters, response: { 200: endpoint.response } },
        ...admission(guards.for(endpoint, { cookies: false, limiter }), url),
        handler: (request, reply) =>
          answer(handler, new CompatGetCall(services, request, reply, guards), request, reply),
      });
    }
  }
}

/** What runs before a call is validated: its guard, and another one if there is one. */
const admissionOf = (further: Guard | undefined) => (guard: Guard, url: string) => ({
  onRequest: further === undefined ? [guard] : [guard, further],
  ...takingPathFields(url),
});

/** For a path with parts such as `:id`: adds them to the fields of the request, before it is validated. */
const takingPathFields = (url: string) => (url.includes(':') ? { preValidation: takePathFields } : {});

const takePathFields = (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
  const parts = Object.entries(request.params as Record<string, string>);
  const fields = Object.fromEntries(
    parts.map(([name, text]) => [name, /^[0-9]{1,15}$/.test(text) ? Number(text) : text]),
  );
  const place = request.method === 'GET' ? 'query' : 'body';
  const given = request[place];
  // What is not an object is refused by the validation.
  if (given === null || given === undefined) request[place] = fields;
  else if (typeof given === 'object' && !Array.isArray(given)) request[place] = { ...given, ...fields };
  done();
};

/**
 * Whether the rate limit also counts the size of a call's body: only if a client sends it and it takes long to parse.
 */
const isBodyCharged = ({ access, mostSigns }: Endpoint): boolean => access === 'client' && mostSigns !== undefined;

const limiterOf = ({ perAddressPerSecond }: Endpoint): AddressRateLimiter | undefined =>
  perAddressPerSecond === undefined ? undefined : new AddressRateLimiter(perAddressPerSecond);

/**
 * Returns the source from which an endpoint reads. The console's calls do not require that the core's memory is up to
 * date: operators need the console most when something is wrong with the log.
 */
function sourcesOf(services: Services): (endpoint: Endpoint) => Source {
  const [ofCore, ofLedger, ofHistories] = [coreSource(services), ledgerSource(services), historySource(services)];
  return ({ reads, area }) => {
    if (reads === 'ledgerSums') return ofLedger;
    return reads === 'histories' || area === 'console' ? ofHistories : ofCore;
  };
}

/** Refuses a call that a follower cannot serve. Runs before the body is read. */
const refuse: Guard = (_request, _reply, done) => done(new ApiError('unavailable'));

type Responder = (
  handler: Handler<Endpoint>,
  call: RequestCall,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<unknown>;

/** Counts the call against the address's rate limit before anything is read. */
const charged =
  (charge: Charge, answer: Responder): Responder =>
  async (handler, call, request, reply) => {
    call.chargeItems(charge(queryOf(call)));
    return answer(handler, call, request, reply);
  };

const queryOf = ({ query }: RequestCall) => query as Readonly<Record<string, unknown>>;

/** Runs the handler of a call that only reads. */
type Read = (handler: Handler<Endpoint>, call: RequestCall, request: FastifyRequest) => Promise<unknown>;

const plainRead: Read = async (handler, call) => handler(call as Call<Endpoint>);

function readOf(key: EndpointKey, endpoint: Endpoint, services: Services): Read {
  if (endpoint.method === 'POST' || endpoint.access === 'staff' || endpoint.probe) return plainRead;
  // A list in memory must not wait for a slow database.
  if (isListInMemory(key)) return plainRead;
  const isQueued = chargeOf(key, endpoint) !== undefined && !isReadAtOnce(key);
  return isQueued ? listRead(key, endpoint, services) : otherRead(services);
}

/** Lets only a few calls of each client read at a time. Further calls wait in the client's own queue. */
const otherRead =
  ({ clientReads }: Services): Read =>
  (handler, call, request) => {
    const owner = request.session?.owner;
    const read = () => handler(call as Call<Endpoint>);
    return owner === undefined ? plainRead(handler, call, request) : clientReads.other(owner, () => call.gone, read);
  };

/** Lets only one call of each client read from the database at a time. */
const listRead =
  (key: EndpointKey, { computesProfits }: Endpoint, { clientReads }: Services): Read =>
  (handler, call, request) => {
    const owner = request.session?.owner;
    const read = () => plainRead(handler, call, request);
    if (owner === undefined) return read();
    const queue = computesProfits ? 'profits' : isSearch(key, queryOf(call)) ? 'searches' : undefined;
    return clientReads.page(owner, { queue, gone: call.gone }, read);
  };

const inLine =
  (visitors: VisitorQueue, answer: Responder): Responder =>
  (handler, call, request, reply) =>
    visitors.run(request, reply, () => answer(handler, call, request, reply));

const readingFile =
  (reads: FileReads, answer: Responder): Responder =>
  (handler, call, request, reply) =>
    reads.run(request, reply, async () => (await answer(handler, call, request, reply)) as Uint8Array);

/**
 * Handles a call that submits a command. The command's result must reach the client, so nothing may fail after the
 * handler.
 */
const answerCommand: Responder = async (handler, call, _request, reply) => {
  const answer = (await handler(call as Call<Endpoint>)) as { readonly position?: number };
  if (answer.position !== undefined) reply.header('x-log-position', answer.position);
  return answer;
};

/**
 * Handles a call that reads. Probes have no `waits`, because a load balancer needs an immediate response, so they do
 * not wait for a log position.
 */
const answerFrom =
  (source: Source, waits: PositionWaits | undefined, read: Read): Responder =>
  async (handler, call, request, reply) => {
    const least = waits && readMinPosition(request.headers['x-min-position']);
    if (least !== undefined && source.position() < least && !(await waits?.until(source, least, request))) {
      throw new ApiError('position_not_reached', { position: String(least) });
    }
    const answer = await read(handler, call, request);
    // The position is read even if the response states its own, because reading it throws if the core may be out of
    // date.
    const position = source.position();
    reply.header('x-log-position', statedPosition(answer) ?? position);
    return answer;
  };

/** The position that the response states, if it states one. Data that callers share may be older than its source. */
function statedPosition(answer: unknown): number | undefined {
  const { position } = (answer ?? {}) as { readonly position?: unknown };
  return typeof position === 'number' ? position : undefined;
}
