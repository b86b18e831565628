import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type Core,
  FIRST_CLIENT_OWNER,
  type HeldPosition,
  type MarketId,
  type OwnerId,
  type PositionSide,
} from '@vitrine/core';
import { SideSurvey } from './side-survey.ts';

/** The number of owners read in one step, which takes less than a millisecond. */
const OWNERS_AT_ONCE = 1_000;

/** The positions of a market. */
export type MarketSurvey = Readonly<Record<PositionSide, SideSurvey>>;

type Surveyed = Pick<Core, 'perpetual' | 'perpetuals' | 'heldPositions'>;

/** Visits all positions of a market, and yields to other tasks in between. */
export async function eachHeld(
  core: Pick<Core, 'heldPositions'>,
  market: MarketId,
  visit: (held: HeldPosition) => void,
): Promise<void> {
  for (let from = 0; ; from += OWNERS_AT_ONCE) {
    const some = core.heldPositions(market, from, OWNERS_AT_ONCE);
    if (some === undefined) return;
    some.forEach(visit);
    await nextTurn();
  }
}

/** The clients with a position in a market. */
export async function holdersOf(core: Pick<Core, 'heldPositions'>, market: MarketId): Promise<ReadonlySet<OwnerId>> {
  const owners = new Set<OwnerId>();
  await eachHeld(core, market, ({ owner }) => {
    if (owner >= FIRST_CLIENT_OWNER) owners.add(owner);
  });
  return owners;
}

/**
 * Reads all positions of all perpetual markets that are not delisted, and yields to other tasks in between. Positions
 * that change meanwhile appear in their old or new state; each market is surveyed at the mark price it had when its
 * survey began.
 */
export async function surveyPositions(core: () => Surveyed): Promise<ReadonlyMap<MarketId, MarketSurvey>> {
  const surveys = new Map<MarketId, MarketSurvey>();
  for (const perpetual of core().perpetuals()) {
    // A delisted market has no positions, but the survey would still visit every owner that ever had one.
    if (perpetual.status === 'delisted') continue;
    const survey = { long: new SideSurvey('long', perpetual), short: new SideSurvey('short', perpetual) };
    await eachHeld(core(), perpetual.market, (held) => survey[held.position].add(held));
    surveys.set(perpetual.market, survey);
  }
  return surveys;
}
