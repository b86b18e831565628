import { FIRST_CLIENT_OWNER, type OwnerId } from '@vitrine/core';

/** Where in the log an event belongs. */
export interface At {
  readonly position: number;
  readonly timeMs: number;
  /** The position before its batch, which is replayed as a whole. */
  readonly afterPosition: number;
  /** Numbers the rows that one command makes in fills and transfer_lines; raised by whoever takes one. */
  line: number;
}

/** The exchange's own accounts get no histories: only clients look back. */
export const isClient = (owner: OwnerId): boolean => owner >= FIRST_CLIENT_OWNER;
