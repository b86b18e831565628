import type { Endpoint } from '@vitrine/contract';
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

export type Call<E extends Endpoint> = kernel.Call<E, Services>;
export type Handler<E extends Endpoint> = kernel.Handler<E, Services>;
