import type { StreamMessage } from '@vitrine/contract';
import type { OwnerId } from '@vitrine/core';
import type { FastifyBaseLogger } from 'fastify';
import type { ChannelConnection } from '../kit/postgres/shared-connection.ts';

/** The parts that a feed needs to pass notifications from any server to a client's open pages. */
export interface FeedParts {
  /** Opens the connection of a channel. */
  readonly connect: () => Promise<ChannelConnection>;
  /** Whether a page of this client is connected to this server. */
  readonly isConnected: (owner: OwnerId) => boolean;
  readonly notify: (owner: OwnerId, message: StreamMessage) => void;
  readonly log: FastifyBaseLogger;
}
