import type { WebSocket } from '@fastify/websocket';
import { errorTable } from '@vitrine/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';

interface SocketRoute {
  readonly url: string;
  /** Where browsers reach the exchange; undefined: whatever address they used. */
  readonly publicOrigin: string | undefined;
  /** Programs name no origin: whether they are served as well. */
  readonly servesPrograms: boolean;
  readonly opened: (socket: WebSocket, request: FastifyRequest) => void;
  /** Ends with the server. */
  readonly timers: readonly NodeJS.Timeout[];
  /** Cuts off whoever is connected, for the server closes. */
  readonly close: () => void;
}

/**
 * A URL at which WebSockets are opened. A browser names the origin of its page: only ours may use the cookie that comes
 * with it.
 */
export function addSocketRoute(app: FastifyInstance, route: SocketRoute): void {
  const { url, publicOrigin, servesPrograms, opened, timers, close } = route;
  const isServed = ({ headers: { origin, host }, protocol }: FastifyRequest): boolean =>
    origin === undefined ? servesPrograms : origin === (publicOrigin ?? `${protocol}://${host}`);
  app.route({
    method: 'GET',
    url,
    preValidation: (request, reply, done) => {
      if (isServed(request)) return done();
      const { status, message, retryable } = errorTable.foreign_origin;
      reply.status(status).send({ code: 'foreign_origin', message, retryable });
    },
    handler: (_, reply) => reply.callNotFound(),
    wsHandler: opened,
  });
  app.addHook('preClose', (done) => {
    for (const timer of timers) clearInterval(timer);
    close();
    done();
  });
}
