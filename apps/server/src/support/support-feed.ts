import type { StreamMessage } from '@vitrine/contract';
import type { OwnerId } from '@vitrine/core';
import type { FastifyBaseLogger } from 'fastify';
import type { Client } from 'pg';
import { PostgresChannel } from '../providers/postgres/channel.ts';
import type { Conversations, Message } from './conversations.ts';

export interface SupportFeedParts {
  readonly conversations: Pick<Conversations, 'one' | 'standing'>;
  /** Opens a connection of its own. */
  readonly connect: () => Promise<Client>;
  /** Whether a page of this client is open here. */
  readonly isHeard: (owner: OwnerId) => boolean;
  readonly tell: (owner: OwnerId, message: StreamMessage) => void;
  /** Something has changed in this client's conversation. */
  readonly tellStaff: (uid: string) => void;
  readonly log: FastifyBaseLogger;
}

/** Passes what is written and read in conversations to the open pages of both sides, whichever server it came through. */
export class SupportFeed {
  readonly #parts: SupportFeedParts;
  readonly #channel: PostgresChannel;

  constructor(parts: SupportFeedParts) {
    const { connect, log } = parts;
    this.#parts = parts;
    this.#channel = new PostgresChannel({
      connect,
      name: 'support',
      heard: (payload) => {
        this.#pass(payload).catch((reason: unknown) => log.warn({ err: reason }, 'a message was not passed on'));
      },
    });
  }

  open(): Promise<void> {
    return this.#channel.open();
  }

  close(): Promise<void> {
    return this.#channel.close();
  }

  /** The payload is the owner, their UID, and the message's id or 0. */
  async #pass(payload: string): Promise<void> {
    const { conversations, isHeard, tell, tellStaff } = this.#parts;
    const [ownerText, uid = '', idText] = payload.split(' ');
    const [owner, id] = [Number(ownerText), Number(idText)];
    tellStaff(uid);
    if (!isHeard(owner)) return;
    const message = id === 0 ? undefined : await conversations.one(owner, id);
    if (message !== undefined) tell(owner, { type: 'support_message', message: messageOnWire(message) });
    const { state, seen, unread } = await conversations.standing(owner);
    if (state !== 'none') tell(owner, { type: 'support_thread', state, seen, unread });
  }
}

export const messageOnWire = ({ atMs, ...message }: Message) => ({ ...message, time: atMs });
