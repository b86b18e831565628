import type { OwnerId } from '@vitrine/core';
import { ApiError } from './api-error.ts';

/** An action that a principal may be allowed to take with a client's money. */
export type Right = 'trade' | 'withdraw';

/**
 * The party that acts for a client, created by the API that received the request: a session has all rights of its
 * client, and an API key has the rights that it was given.
 */
export interface Principal {
  readonly owner: OwnerId;
  may(right: Right): boolean;
  /**
   * Called after all other checks, just before money moves. A session then verifies the transaction password that came
   * with the call. Throws if the principal is not unlocked.
   */
  unlock(): Promise<void>;
}

/** Throws unless the principal has the right. Errors: not_permitted. */
export function demandRight(principal: Principal, right: Right): void {
  if (!principal.may(right)) throw new ApiError('not_permitted');
}
