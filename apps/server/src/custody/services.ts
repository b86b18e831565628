import type { EndpointKey, Endpoints } from '@vitrine/contract';
import type { Services as Below } from '../auto-invest/services.ts';
import type * as kernel from '../http/handler.ts';
import type { Custody } from './custody.ts';
import type { DepositHistory } from './deposits/deposit-history.ts';
import type { Unread } from './network/unread.ts';
import type { Treasury } from './reconciliation/treasury.ts';
import type { FailedPayments } from './withdrawals/failed.ts';
import type { Withdrawals } from './withdrawals/withdrawals.ts';

/** What this module provides to its own handlers and to those of the modules above it. */
export interface Services extends Below {
  /** On-chain deposits and outgoing payments. */
  readonly custody: Custody;
  readonly withdrawals: Withdrawals;
  readonly failedPayments: FailedPayments;
  readonly depositHistory: DepositHistory;
  readonly treasury: Treasury;
  readonly unread: Unread;
}

export type Handler<K extends EndpointKey> = kernel.Handler<Endpoints[K], Services>;
