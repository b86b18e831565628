import type { EndpointKey, Endpoints } from '@vitrine/contract';
import type * as kernel from '../http/handler.ts';
import type { TurnLine } from '../kit/turn-line.ts';
import type { Services as Below } from '../support/services.ts';
import type { ClientBooks } from './profit/client-books.ts';
import type { Reports } from './profit/reports.ts';

/** What this module provides to its own handlers and to those of the modules above it. */
export interface Services extends Below {
  /** Clients’ profit and loss. */
  readonly books: ClientBooks;
  readonly reports: Reports;
  /** The queue of reports and files of whole histories. */
  readonly reportLine: TurnLine;
}

export type Handler<K extends EndpointKey> = kernel.Handler<Endpoints[K], Services>;
