import type { OwnerId } from '@vitrine/core';

/** What the worker thread begins with. */
export interface ProjectorWorkerData {
  readonly databaseUrl: string;
  readonly spoolFile: string;
  /** How long one statement may take; undefined for as long as is usual. */
  readonly statementMs: number | undefined;
}

/** To the worker. A chunk comes in memory, or as a place in the spool file when the worker is far behind. */
export type ProjectorRequest =
  | { readonly kind: 'chunk'; readonly bytes: Uint8Array }
  | { readonly kind: 'spooled'; readonly offset: number; readonly length: number }
  /** Somebody waits: flush what there is now. */
  | { readonly kind: 'hurry' }
  | { readonly kind: 'close' };

/** Everything up to `position` is in the tables, but orders that were young then: a start needs what comes after `replayPosition`. */
interface ProjectorStanding {
  readonly position: number;
  readonly replayPosition: number;
}

/** From the worker. */
export type ProjectorReport =
  | ({ readonly kind: 'ready' } & ProjectorStanding)
  /** `bytes` of chunks are in the tables that were not in the report before. */
  | ({ readonly kind: 'flushed'; readonly bytes: number } & ProjectorStanding)
  | { readonly kind: 'book_failed'; readonly owner: OwnerId; readonly message: string }
  | {
      readonly kind: 'failed';
      readonly message: string;
      /** The database's or the system's. */
      readonly code: string | undefined;
    };
