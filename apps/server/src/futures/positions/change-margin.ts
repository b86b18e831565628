import type { ChangeMargin, MarginChange, MarketId, PositionSide } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import { readHistories } from '../../http/log-position.ts';
import { ApiError } from '../../kit/api-error.ts';
import type { Principal } from '../../kit/principal.ts';
import { keyedBy } from '../../kit/reference.ts';
import { submitUnlocked } from '../../trading/submit-unlocked.ts';
import type { Services } from '../services.ts';

/** An amount to be moved from the available balance of the future wallet to the margin of a position, or back. */
export interface MarginIntent {
  readonly market: MarketId;
  readonly position: PositionSide;
  readonly change: MarginChange;
  readonly units: AssetUnits;
}

/** The position's margin right after the change, and the log position of the change. */
export interface MarginChanged {
  readonly position: number;
  readonly marginUnits: AssetUnits;
}

/**
 * Moves margin to or from a position. With `key`, a repeated call returns the first call's result. Throws
 * outcome_unknown if the result is not known in time. Margin is removed only while the mark price is confirmed: if the
 * mark price were outdated, a client could remove too much and leave a loss to the insurance fund. Errors:
 * mark_price_unconfirmed.
 */
export async function changeMargin(
  services: Services,
  principal: Principal,
  intent: MarginIntent,
  key?: string,
): Promise<MarginChanged> {
  const { owner } = principal;
  const refuse = () => {
    const isReliable = intent.change === 'add' || services.indexFeed.isMarkReliable(intent.market);
    if (!isReliable) throw new ApiError('mark_price_unconfirmed');
  };
  const command: ChangeMargin = { kind: 'ChangeMargin', owner, ...intent, ...keyedBy(owner, key) };
  // Clients who are restricted from trading may still add margin to protect a position.
  const { position, events } = await submitUnlocked(services, principal, command, refuse);
  const changed = events?.find((event) => event.kind === 'MarginChanged');
  if (changed !== undefined) return { position, marginUnits: changed.marginUnits };
  const read = () => services.histories.positionChangesAt(owner, position);
  const changes = await readHistories(services, owner, position, read);
  return { position, marginUnits: changes.find(({ kind }) => kind === 'margin')?.marginUnits ?? (0 as AssetUnits) };
}
