import { type HeldPosition, systemOwners } from '@vitrine/core';
import type { AssetUnits, PriceTicks, SizeLots } from '@vitrine/money';
import { describe, expect, test } from 'vitest';
import { SideSurvey } from './side-survey.ts';
import { tiersOf } from './tiers.ts';
import { Top } from './top.ts';

const held = (
  owner: number,
  fields: Partial<Record<keyof HeldPosition, number>>,
  position: 'long' | 'short' = 'long',
) =>
  ({
    owner,
    position,
    sizeLots: 1,
    costUnits: 1_000,
    marginUnits: 100,
    tier: 0,
    liquidationTicks: 910,
    entryTicks: 1_000,
    ...fields,
  }) as HeldPosition;

const surveyOf = (side: 'long' | 'short', positions: readonly HeldPosition[]): SideSurvey => {
  const survey = new SideSurvey(side, { markTicks: 1_000, tickLotUnits: 1 });
  for (const one of positions) survey.add(one);
  return survey;
};
const owners = (positions: readonly HeldPosition[]) => positions.map(({ owner }) => owner);

test('a Top contains the first few of many items in the given order', () => {
  const top = new Top<number>(3, (a, b) => a - b);
  for (const item of [5, 3, 9, 1, 4, 2]) top.add(item);
  expect(top.items()).toEqual([1, 2, 3]);
});

describe('positions on one side of a market', () => {
  test('the largest do not include those of the house and of the insurance fund', () => {
    const sizes = [
      held(systemOwners.house, { sizeLots: 900 }),
      held(systemOwners.insurance, { sizeLots: 800 }),
      ...[1_001, 1_002, 1_003, 1_004, 1_005, 1_006].map((owner) => held(owner, { sizeLots: owner - 1_000 })),
    ];
    const survey = surveyOf('long', sizes);
    expect(owners(survey.largest)).toEqual([1_006, 1_005, 1_004, 1_003, 1_002]);
    expect(survey.positions).toBe(8);
  });

  test('those near liquidation are within 5% of the mark price; a long position that is never liquidated is not', () => {
    const survey = surveyOf('long', [
      held(1_001, { liquidationTicks: 950, sizeLots: 2 }),
      held(1_002, { liquidationTicks: 949 }),
      held(1_003, { liquidationTicks: 999, sizeLots: 3 }),
      held(1_004, { liquidationTicks: 0 }),
    ]);
    expect([survey.nearPositions, survey.nearLots]).toEqual([2, 5]);
    expect(owners(survey.closest)).toEqual([1_003, 1_001, 1_002]);
  });

  test('[V7] are deleveraged by profit: longs with the lowest entry price first, shorts with the highest', () => {
    const entries = [
      held(1_003, { entryTicks: 990 }),
      held(1_002, { entryTicks: 980 }),
      held(1_001, { entryTicks: 990 }),
    ];
    expect(owners(surveyOf('long', entries).queue)).toEqual([1_002, 1_001, 1_003]);
    expect(owners(surveyOf('short', entries).queue)).toEqual([1_001, 1_003, 1_002]);
  });

  test('the losses that their margins would not cover after a sudden move of 10% against them are summed', () => {
    const positions = [
      held(1_001, { sizeLots: 10, costUnits: 10_000, marginUnits: 400 }),
      held(1_002, { sizeLots: 10, costUnits: 10_000, marginUnits: 1_000 }),
    ];
    expect(surveyOf('long', positions).uncoveredUnits).toBe(600);
    expect(surveyOf('short', positions).uncoveredUnits).toBe(600);
    expect(surveyOf('short', [held(1_001, { costUnits: 1_050, marginUnits: 60 })]).uncoveredUnits).toBe(0);
  });
});

describe('[Y4] maintenance tiers', () => {
  const terms = {
    maintenancePpm: 4_000,
    riskLimitUnits: 100,
    riskStepUnits: 50,
    riskStepPpm: 5_000,
    maxPositionLots: 200,
    markTicks: 1,
    tickLotUnits: 1,
  } as unknown as Parameters<typeof tiersOf>[0];
  const survey = (...tiers: number[]) => ({
    long: surveyOf(
      'long',
      tiers.map((tier, at) => held(1_001 + at, { tier })),
    ),
    short: surveyOf('short', [held(1_001, { tier: 1 }, 'short')]),
  });

  test('reach up to that of the largest allowed position, each with the number of positions in it', () => {
    expect(tiersOf(terms, survey(0, 0, 2))).toEqual([
      { upToUnits: 100 as AssetUnits, maintenancePpm: 4_000, positions: 2 },
      { upToUnits: 150 as AssetUnits, maintenancePpm: 9_000, positions: 1 },
      { upToUnits: undefined, maintenancePpm: 14_000, positions: 1 },
    ]);
  });

  test('include those that are in use although the market no longer allows them; at most ten are listed', () => {
    expect(tiersOf(terms, survey(4))).toHaveLength(5);
    const listed = tiersOf(
      { ...terms, maxPositionLots: 100_000 as SizeLots, markTicks: 1 as PriceTicks },
      survey(99, 12),
    );
    expect(listed).toHaveLength(10);
    expect(listed.at(-1)).toMatchObject({ positions: 2 });
  });
});
