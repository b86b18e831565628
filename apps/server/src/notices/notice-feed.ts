import type { StreamMessage } from '@vitrine/contract';
import type { OwnerId } from '@vitrine/core';
import type { FastifyBaseLogger } from 'fastify';
import type { Client } from 'pg';
import { PostgresChannel } from '../providers/postgres/channel.ts';
import type { Notices } from './notices.ts';

export interface NoticeFeedParts {
  readonly notices: Pick<Notices, 'one'>;
  /** Opens a connection of its own. */
  readonly connect: () => Promise<Client>;
  /** Whether a page of this client is open here. */
  readonly isHeard: (owner: OwnerId) => boolean;
  readonly tell: (owner: OwnerId, message: StreamMessage) => void;
  readonly log: FastifyBaseLogger;
}

/**
 * Passes each new notification to the client's open pages, whichever server made it. What is told while the line is down
 * reaches them when they next ask.
 */
export class NoticeFeed {
  readonly #parts: NoticeFeedParts;
  readonly #channel: PostgresChannel;

  constructor(parts: NoticeFeedParts) {
    const { connect, log } = parts;
    this.#parts = parts;
    this.#channel = new PostgresChannel({
      connect,
      name: 'notice',
      heard: (payload) => {
        this.#pass(payload).catch((reason: unknown) => log.warn({ err: reason }, 'a notification was not passed on'));
      },
    });
  }

  open(): Promise<void> {
    return this.#channel.open();
  }

  close(): Promise<void> {
    return this.#channel.close();
  }

  async #pass(payload: string): Promise<void> {
    const [owner = 0, id = 0] = payload.split(' ').map(Number);
    // An announcement comes for everyone at once: only what is heard here is looked up.
    if (!this.#parts.isHeard(owner)) return;
    const notice = await this.#parts.notices.one(id);
    if (notice === undefined) return;
    const { kind, parameters, atMs, isRead } = notice;
    this.#parts.tell(owner, { type: 'notification', id, kind, parameters, time: atMs, is_read: isRead });
  }
}
