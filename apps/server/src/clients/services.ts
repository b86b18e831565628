import type { EndpointKey, Endpoints } from '@vitrine/contract';
import type * as kernel from '../http/handler.ts';
import type { Services as Below } from '../payments/services.ts';
import type { ClientDirectory } from './client-directory.ts';
import type { ClientFiles } from './client-files.ts';
import type { Profiles } from './profiles.ts';

/** What this module provides to its own handlers and to those of the modules above it. */
export interface Services extends Below {
  readonly clientDirectory: ClientDirectory;
  readonly clientFiles: ClientFiles;
  readonly profiles: Profiles;
}

export type Handler<K extends EndpointKey> = kernel.Handler<Endpoints[K], Services>;
