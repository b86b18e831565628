import type { EndpointKey, Endpoints } from '@vitrine/contract';
import type { Services as Below } from '../auth/services.ts';
import type * as kernel from '../http/handler.ts';
import type { Approvals } from './approvals/approvals.ts';
import type { AuditTrail } from './audit/audit-trail.ts';
import type { Staff } from './staff.ts';

/** What this module provides to its own handlers and to those of the modules above it. */
export interface Services extends Below {
  readonly staff: Staff;
  readonly approvals: Approvals;
  readonly audit: Pick<AuditTrail, 'append' | 'read' | 'verify' | 'head'>;
}

export type Call<K extends EndpointKey> = kernel.Call<Endpoints[K], Services>;
export type Handler<K extends EndpointKey> = kernel.Handler<Endpoints[K], Services>;
