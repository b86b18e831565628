import type { OwnerId } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import type { Pool, PoolClient } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import { demandRight, type Principal } from '../../kit/principal.ts';
import type { MoveDone } from '../moves/moves.ts';
import { initialUnits } from '../rules/unlock.ts';
import type { Services } from '../services.ts';
import { demandOwnStake, refuseWhileMoving } from './own-stake.ts';
import { readStake, type Stake } from './stake-table.ts';

/** What an early unlock pays now and later, and what it costs. */
export interface UnlockQuote {
  /** Identifies these figures. It changes whenever another day of interest is posted. */
  readonly id: string;
  readonly stake: Stake;
  readonly nowUnits: number;
  readonly laterUnits: number;
  readonly laterMs: number;
  readonly forfeitedUnits: number;
}

/** Errors: unknown_stake, stake_ended, not_unlockable, term_ended. */
export async function quoteUnlock({ earn, clock }: Services, owner: OwnerId, id: number): Promise<UnlockQuote> {
  const stake = await readStake(earn.pool, id);
  if (stake === undefined || stake.owner !== owner) throw new ApiError('unknown_stake');
  const nowMs = clock();
  refuseUnlock(stake, nowMs);
  const nowUnits = initialUnits(stake.principalUnits, stake.initialPpm);
  return {
    id: quoteId(stake),
    stake,
    nowUnits,
    laterUnits: stake.principalUnits - nowUnits,
    laterMs: nowMs + stake.noticeMs,
    forfeitedUnits: stake.postedUnits,
  };
}

const quoteId = ({ id, postedDays }: Stake): string => `${id}-${postedDays}`;

/**
 * Ends a locked term early: pays a part of the principal at once and the rest after the notice; all interest of the
 * term is forfeited. Errors: unknown_stake, stake_ended, not_unlockable, term_ended, unlock_quote_changed,
 * terms_not_accepted, stake_busy.
 */
export async function unlock(
  services: Services,
  principal: Principal,
  wanted: { readonly stake: number; readonly quote: string | undefined; readonly isAccepted: boolean },
  key: string | undefined,
): Promise<MoveDone> {
  demandRight(principal, 'trade');
  const { owner } = principal;
  const { earn, clock } = services;
  if (!wanted.isAccepted) throw new ApiError('terms_not_accepted');
  // Interest posted for the term is in the pool's accrued account only after its ledger entry.
  const own = await readStake(earn.pool, wanted.stake);
  if (own?.owner === owner && own.state === 'running') await earn.interest.submitOf(own.id);
  const content = { kind: 'unlock', stake: wanted.stake };
  return earn.moves.run({ owner, key, content }, async (client) => {
    const stake = await demandOwnStake(client, owner, wanted.stake);
    refuseUnlock(stake, clock());
    await refuseWhileMoving(client, stake.id);
    if (wanted.quote !== undefined && wanted.quote !== quoteId(stake)) throw new ApiError('unlock_quote_changed');
    if (await isPostingUnderWay(client, stake.id)) throw new ApiError('stake_busy');
    return {
      stake: stake.id,
      owner,
      pool: stake.pool,
      asset: stake.asset,
      kind: 'unlock',
      units: initialUnits(stake.principalUnits, stake.initialPpm),
      postedUnits: stake.postedUnits,
      promisedUnits: (stake.wholeUnits - stake.postedUnits) as AssetUnits,
    };
  });
}

function refuseUnlock({ kind, state, endCut }: Stake, nowMs: number): void {
  if (kind !== 'locked') throw new ApiError('not_unlockable');
  if (state === 'draft' || state === 'void') throw new ApiError('unknown_stake');
  if (state !== 'running') throw new ApiError('stake_ended');
  if (endCut !== undefined && endCut <= nowMs) throw new ApiError('term_ended');
}

async function isPostingUnderWay(client: PoolClient, stake: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from earn_interest join earn_batches using (batch_id) where stake_id = $1 and state = 'sent' limit 1`,
    [stake],
  );
  return rowCount !== 0;
}

/** Sets whether the term is renewed when it ends. Errors: unknown_stake, stake_ended, not_unlockable, term_ended. */
export async function setAutoRenew(
  { earn, clock }: { readonly earn: { readonly pool: Pool }; clock(): number },
  owner: OwnerId,
  id: number,
  isOn: boolean,
): Promise<void> {
  const stake = await readStake(earn.pool, id);
  if (stake === undefined || stake.owner !== owner) throw new ApiError('unknown_stake');
  const nowMs = clock();
  refuseUnlock(stake, nowMs);
  const { rowCount } = await earn.pool.query(
    `update earn_stakes set auto_renew = $2 where stake_id = $1 and state = 'running' and end_cut > $3`,
    [id, isOn, nowMs],
  );
  if (rowCount === 0) throw new ApiError('stake_ended');
}
