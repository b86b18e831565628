import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether the answer is sent, or whoever asked has gone: an answer behind another on its connection is not closed with it. */
export const isOver = ({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply): boolean =>
  raw.closed || socket.destroyed;

/** Calls `then` once the answer is sent or whoever asked has gone; at once where that has happened already. */
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
