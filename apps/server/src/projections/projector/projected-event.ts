import { FIRST_CLIENT_OWNER, type OwnerId } from '@vitrine/core';

/** Where an event is in the log. */
export interface At {
  readonly position: number;
  readonly timeMs: number;
  /** The log position before the event's batch. A batch is replayed as a whole, so a replay starts here. */
  readonly afterPosition: number;
  /** The next line number in fills and transfer_lines for this command; incremented with each use. */
  line: number;
}

/** Whether the owner is a client. The exchange's own accounts have no histories. */
export const isClient = (owner: OwnerId): boolean => owner >= FIRST_CLIENT_OWNER;
