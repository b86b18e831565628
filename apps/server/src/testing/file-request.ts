import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A request for or with a file as guards see it: of a client at an address, or of a member of staff. */
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
