import type { EndpointKey, Endpoints } from '@vitrine/contract';
import type * as kernel from '../http/handler.ts';
import type { Services as Below } from '../notifications/services.ts';
import type { Blobs } from '../providers/blobs/blobs.ts';
import type { KeyRing } from './key-ring.ts';
import type { Uploads } from './uploads.ts';

/** What this module provides to its own handlers and to those of the modules above it. */
export interface Services extends Below {
  /** Encrypts what is stored in `blobs`. */
  readonly ring: KeyRing;
  readonly blobs: Blobs;
  readonly uploads: Uploads;
}

export type Call<K extends EndpointKey> = kernel.Call<Endpoints[K], Services>;
