import type { PoolClient } from 'pg';
import type { MoveEffects } from '../moves/move-effects.ts';
import type { Move } from '../moves/move-table.ts';
import type { DualNotices } from './dual-notices.ts';
import { changeDual, type Dual, lockDual } from './dual-table.ts';
import { addUsedUnits } from './offers.ts';

/** Applies the outcome of a move to its dual investment and the offer's quota, and notifies the client. */
export class DualEffects implements MoveEffects {
  readonly #clock: () => number;
  readonly #notices: DualNotices;

  constructor(clock: () => number, notices: DualNotices) {
    this.#clock = clock;
    this.#notices = notices;
  }

  async done(client: PoolClient, move: Move): Promise<void> {
    const dual = await demandDual(client, move);
    if (move.kind === 'dual_subscribe') return changeDual(client, dual.id, { to: 'running' });
    const isReturned = move.kind === 'dual_return';
    const unpriced = dual.settlement?.priceUnits === undefined ? ('unpriced' as const) : undefined;
    const outcome = isReturned ? (unpriced ?? 'returned') : 'converted';
    await changeDual(client, dual.id, { to: 'ended', endedMs: this.#clock(), outcome });
    await addUsedUnits(client, dual.offer, -dual.principalUnits);
    await this.#notices.settled(client, dual, outcome);
  }

  async failed(client: PoolClient, move: Move): Promise<void> {
    const dual = await demandDual(client, move);
    await changeDual(client, dual.id, { to: 'void', endedMs: this.#clock() });
    await addUsedUnits(client, dual.offer, -dual.principalUnits);
  }
}

function demandDual(client: PoolClient, { id, dual }: Move): Promise<Dual> {
  if (dual === undefined) throw new Error(`move ${id} belongs to no dual investment`);
  return lockDual(client, dual.id);
}
