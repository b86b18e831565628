import type { WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../kit/api-error.ts';
import { ownOrigin } from '../kit/own-origin.ts';

interface SocketRoute {
  readonly url: string;
  /**
   * The origin at which browsers reach the exchange; if undefined (in a sandbox), that is localhost or an IP address.
   */
  readonly publicOrigin: string | undefined;
  /** Whether to serve programs as well, which send no Origin. */
  readonly servesPrograms: boolean;
  readonly opened: (socket: WebSocket, request: FastifyRequest) => void;
  /** Cleared when the server closes. */
  readonly timers: readonly NodeJS.Timeout[];
  /** Cuts off all connections when the server closes. */
  readonly close: () => void;
}

/**
 * Adds a WebSocket URL. A browser sends the cookie together with the Origin of its page: only our own pages may
 * connect.
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
