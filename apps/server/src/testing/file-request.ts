import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * A request that downloads or uploads a file, as guards see it: from a client (`user` is a number) or a member of
 * staff.
 */
export function fileRequest(user: number | string, ip = `192.0.2.${user}`) {
  const socket = Object.assign(new EventEmitter(), {
    bytesRead: 0,
    destroyed: false,
    destroy() {
      socket.destroyed = true;
      socket.emit('close');
    },
  });
  const raw = { socket, complete: false };
  const who = typeof user === 'number' ? { session: { owner: user } } : { staff: { staffId: user } };
  const request = { ...who, ip, raw } as unknown as FastifyRequest;
  const reply = { raw: new EventEmitter(), header: () => reply } as unknown as FastifyReply;
  return { request, reply, raw, socket };
}
