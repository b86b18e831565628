import type { WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../kit/api-error.ts';
import { ownOrigin } from '../kit/own-origin.ts';

interface SocketRoute {
  readonly url: string;
  /** Where browsers reach the exchange; undefined: at this machine's own names. */
  readonly publicOrigin: string | undefined;
  /** Programs name no origin: whether they are served as well. */
  readonly servesPrograms: boolean;
  readonly opened: (socket: WebSocket, request: FastifyRequest) => void;
  /** Ends with the server. */
  readonly timers: readonly NodeJS.Timeout[];
  /** Cuts off all connections, because the server closes. */
  readonly close: () => void;
}

/**
 * A URL at which WebSockets are opened. A browser names the origin of its page: only ours may use the cookie that comes
 * with it.
 */
export function addSocketRoute(app: FastifyInstance, route: SocketRoute): void {
  const { url, publicOrigin, servesPrograms, opened, timers, close } = route;
  const isServed = (request: FastifyRequest): boolean => {
    const { origin } = request.headers;
    return origin === undefined ? servesPrograms : origin === ownOrigin(request, publicOrigin);
  };
  app.route({
    method: 'GET',
    url,
    preValidation: (request, _reply, done) => done(isServed(request) ? undefined : new ApiError('foreign_origin')),
    handler: (_, reply) => reply.callNotFound(),
    wsHandler: opened,
  });
  app.addHook('preClose', (done) => {
    for (const timer of timers) clearInterval(timer);
    close();
    done();
  });
}
