import type { EndpointKey, Endpoints } from '@vitrine/contract';
import type { AssetId } from '@vitrine/core';
import type { Pool } from 'pg';
import type * as kernel from '../http/handler.ts';
import type { Loop } from '../kit/loop.ts';
import type { Services as Below } from '../listing/services.ts';
import type { Faults } from './faults.ts';
import type { PostInterest } from './interest/post-interest.ts';
import type { Rentals } from './miners/rentals.ts';
import type { Moves } from './moves/moves.ts';
import type { PoolFundings } from './pools/pool-fundings.ts';

export interface Earn {
  readonly pool: Pool;
  /** The only way to move the money of stakes. */
  readonly moves: Moves;
  readonly interest: PostInterest;
  /** The open alarms of failed work. */
  readonly faults: Faults;
  /** Resolves moves without a stored outcome. */
  readonly resolving: Loop;
  /** Posts interest, and ends terms. */
  readonly posting: Loop;
  /** Settles dual investments that have expired. */
  readonly settling: Loop;
  /**
   * Posts everything that is due now. Returns whether all of it was posted and is in the histories; false if a pool
   * cannot pay, something was refused, or the time is up.
   */
  settle(withinMs: number): Promise<boolean>;
  /** The only way to rent a miner. */
  readonly rentals: Rentals;
  /** Resolves rentals without a stored outcome. */
  readonly resolvingRentals: Loop;
  /** Pays the daily output of rentals. */
  readonly payingOutputs: Loop;
  /** Money of the exchange for the pools, and back from them. */
  readonly poolFundings: PoolFundings;
  /** Sends approved money that a restart has left. */
  readonly funding: Loop;
  /** An amount with the decimals of its coin. */
  amountText(asset: AssetId, units: number): string;
  /** Whether the coin is traded; USDT always is. */
  isListed(asset: AssetId): boolean;
}

/** What this module provides to its own handlers and to those of the modules above it. */
export interface Services extends Below {
  readonly earn: Earn;
}

export type Call<K extends EndpointKey> = kernel.Call<Endpoints[K], Services>;
export type Handler<K extends EndpointKey> = kernel.Handler<Endpoints[K], Services>;
