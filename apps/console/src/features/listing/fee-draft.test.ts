import { expect, test } from 'vitest';
import { editedTiers, feeFault, hasRates, rateText } from './fee-draft.ts';

const tier = (level: string, volume_from_usdt: number, maker_ppm: number, taker_ppm: number) => ({
  ...{ level, volume_from_usdt, maker_ppm, taker_ppm },
});
const unset = [tier('NO_BADGE', 0, 0, 0), tier('BRONZE', 100, 0, 0)];
const set = [tier('NO_BADGE', 0, 900, 1000), tier('BRONZE', 100, 800, 900)];

test('the first rates apply to all tiers, later ones only to the lowest', () => {
  expect([hasRates(unset), hasRates(set)]).toEqual([false, true]);
  expect(editedTiers(unset, { maker: '0.1', taker: '0.15' })).toEqual([
    { volume_from_usdt: 0, maker_ppm: 1000, taker_ppm: 1500 },
    { volume_from_usdt: 100, maker_ppm: 1000, taker_ppm: 1500 },
  ]);
  expect(editedTiers(set, { taker: '0.2' })).toEqual([
    { volume_from_usdt: 0, maker_ppm: 900, taker_ppm: 2000 },
    { volume_from_usdt: 100, maker_ppm: 800, taker_ppm: 900 },
  ]);
});

test('rates that are not typed, or typed as they are, change nothing', () => {
  expect(editedTiers(set, {})).toBeUndefined();
  expect(editedTiers(set, { maker: '0.0900', taker: '.1' })).toBeUndefined();
  expect([rateText(set, {}, 'maker'), rateText(set, {}, 'taker')]).toEqual(['0.09', '0.1']);
});

test.each([
  [{ maker: '' }, { field: 'maker', text: 'missing' }],
  [{ taker: '10.0001' }, { field: 'taker', text: 'range' }],
  [{ taker: '0.00001' }, { field: 'taker', text: 'range' }],
  [{ maker: '0.11' }, { field: 'maker', text: 'makerAboveTaker' }],
  [{ maker: '10', taker: '10' }, undefined],
])('base rates of %j have the fault %j', (draft, fault) => {
  expect(feeFault(set, draft)).toEqual(fault);
});
