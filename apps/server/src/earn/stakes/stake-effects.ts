import type { PoolClient } from 'pg';
import type { MoveEffects } from '../moves/move-effects.ts';
import type { Move } from '../moves/move-table.ts';
import { addUsed, readRate } from '../products/products.ts';
import { CUT_MS } from '../rules/cuts.ts';
import type { StakeNotices } from './stake-notices.ts';
import { changeStake, insertStake, lockStake, type Stake } from './stake-table.ts';

/** The rate to include in the reserve; undefined for locked stakes. */
const flexibleRate = ({ kind, aprPpm }: Stake): number | undefined => (kind === 'flexible' ? aprPpm : undefined);

/** Applies the outcome of a move to its stake and the product's quota, and notifies the client. */
export class StakeEffects implements MoveEffects {
  readonly #clock: () => number;
  readonly #notices: StakeNotices;

  constructor(clock: () => number, notices: StakeNotices) {
    this.#clock = clock;
    this.#notices = notices;
  }

  async done(client: PoolClient, move: Move): Promise<void> {
    const stake = await demandStake(client, move);
    const endedMs = this.#clock();
    const release = (units: number) => addUsed(client, stake.product, -units, flexibleRate(stake));
    switch (move.kind) {
      case 'subscribe':
        return changeStake(client, stake.id, 'begin');
      case 'redeem': {
        const principalUnits = stake.principalUnits - move.units;
        if (principalUnits > 0)
          await client.query('update earn_stakes set principal_units = $2 where stake_id = $1', [
            stake.id,
            principalUnits,
          ]);
        else
          await changeStake(client, stake.id, 'redeem', {
            principalUnits,
            endCause: 'redeemed',
            endedMs,
            isStopped: true,
          });
        return release(move.units);
      }
      case 'unlock': {
        const principalUnits = stake.principalUnits - move.units;
        if (principalUnits === 0) {
          const ended = { principalUnits, endCause: 'unlocked', endedMs, isStopped: true } as const;
          await changeStake(client, stake.id, 'unlock_all', ended);
          await release(move.units);
          return this.#notices.released(client, stake, move);
        }
        const restDueMs = move.draftedMs + stake.noticeMs;
        await changeStake(client, stake.id, 'unlock', { principalUnits, restDueMs, isStopped: true });
        await release(move.units);
        return this.#notices.unlocked(client, stake, move, restDueMs);
      }
      case 'rest':
        await changeStake(client, stake.id, 'release', { principalUnits: 0, endCause: 'unlocked', endedMs });
        await release(move.units);
        return this.#notices.released(client, stake, move);
      case 'close': {
        const ended = { principalUnits: 0, endCause: 'closed', endedMs, isStopped: true } as const;
        await changeStake(client, stake.id, 'close', ended);
        await release(move.units);
        return this.#notices.closed(client, stake, move);
      }
      case 'payout':
        await changeStake(client, stake.id, 'pay_out', { principalUnits: 0, endCause: 'paid_out', endedMs });
        await release(move.units);
        return this.#notices.paidOut(client, stake, move);
      case 'renew':
        await changeStake(client, stake.id, 'renew', { principalUnits: 0, endCause: 'renewed', endedMs });
        await this.#continue(client, stake, move);
        return this.#notices.renewed(client, stake, move);
    }
  }

  async failed(client: PoolClient, move: Move): Promise<void> {
    if (move.kind !== 'subscribe') return;
    const stake = await demandStake(client, move);
    await changeStake(client, stake.id, 'fail', { endedMs: this.#clock(), isStopped: true });
    await addUsed(client, stake.product, -move.units, flexibleRate(stake));
  }

  /**
   * Creates the stake that continues a renewed one, at the rate of the renewal. The notice period and the share that an
   * early unlock pays at once remain those that the client accepted.
   */
  async #continue(client: PoolClient, stake: Stake, move: Move): Promise<void> {
    const startCut = stake.endCut as number;
    const aprPpm = await readRate(client, move.version as number, stake.days);
    if (aprPpm === undefined) throw new Error(`version ${move.version} has no term of ${stake.days} days`);
    await insertStake(client, {
      ...stake,
      aprPpm,
      version: move.version as number,
      baseUnits: move.units,
      wholeUnits: move.promisedUnits,
      autoRenew: true,
      draftedMs: move.draftedMs,
      startCut,
      firstDayEnds: startCut + CUT_MS,
      endCut: startCut + stake.days * CUT_MS,
      renewedFrom: stake.id,
    });
  }
}

async function demandStake(client: PoolClient, move: Move): Promise<Stake> {
  const stake = await lockStake(client, move.stake);
  if (stake === undefined) throw new Error(`stake ${move.stake} does not exist`);
  return stake;
}
