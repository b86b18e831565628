import { FIRST_CLIENT_OWNER, type OwnerId } from '@vitrine/core';

/** Where an event is in the log. */
export interface At {
  readonly position: number;
  readonly timeMs: number;
  /** The position before the event's batch: a batch is replayed as a whole. */
  readonly afterPosition: number;
  /** The next line number in fills and transfer_lines for this command; incremented with each use. */
  line: number;
}

/** Only clients have histories; the exchange's own accounts have none. */
export const isClient = (owner: OwnerId): boolean => owner >= FIRST_CLIENT_OWNER;
