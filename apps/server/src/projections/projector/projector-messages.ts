import type { OwnerId } from '@vitrine/core';

/** Settings of the worker thread. */
export interface ProjectorWorkerData {
  readonly databaseUrl: string;
  readonly spoolFile: string;
  /** How long one statement may take; undefined for the default. */
  readonly statementMs: number | undefined;
}

/** Messages to the worker. A chunk is passed in memory, or as a range of the spool file if the worker is far behind. */
export type ProjectorRequest =
  | { readonly kind: 'chunk'; readonly bytes: Uint8Array }
  | { readonly kind: 'spooled'; readonly offset: number; readonly length: number }
  /** A caller is waiting, so flush now. */
  | { readonly kind: 'hurry' }
  | { readonly kind: 'close' };

/**
 * The tables hold everything up to `position` except orders created less than YOUNG_MS ago, so startup replays the log
 * after `replayPosition`.
 */
interface ProjectorStanding {
  readonly position: number;
  readonly replayPosition: number;
}

/** Messages from the worker. */
export type ProjectorReport =
  | ({ readonly kind: 'ready' } & ProjectorStanding)
  /** `bytes`: the size of the chunks that reached the tables since the previous report. */
  | ({ readonly kind: 'flushed'; readonly bytes: number } & ProjectorStanding)
  | { readonly kind: 'book_failed'; readonly owner: OwnerId; readonly message: string }
  | {
      readonly kind: 'failed';
      readonly message: string;
      /** Error code of the database or the system. */
      readonly code: string | undefined;
    };
