import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Whether the response was sent, or the caller has disconnected. The socket is checked too: if the connection closes
 * during an earlier response, a pipelined response is not marked as closed.
 */
export const isOver = ({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply): boolean =>
  raw.closed || socket.destroyed;

/**
 * Calls `then` once the response is sent, or the caller has disconnected; immediately if either has already happened.
 */
export function whenOver(request: FastifyRequest, reply: FastifyReply, then: () => void): void {
  if (isOver(request, reply)) {
    then();
    return;
  }
  const emitters = [reply.raw, request.raw.socket];
  const end = () => {
    for (const emitter of emitters) emitter.off('close', end);
    then();
  };
  for (const emitter of emitters) emitter.once('close', end);
}
