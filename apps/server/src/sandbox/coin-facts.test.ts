import { expect, test } from 'vitest';
import { demandCoherent } from '../listing/profile-rules.ts';
import { coinProfiles } from './coin-facts.ts';
import { sandboxCoins } from './instruments.ts';

test('every coin of the sandbox has a profile, which operators could have entered', () => {
  const codes = coinProfiles.map(({ code }) => code);
  expect(new Set(codes)).toEqual(new Set(['USDT', ...sandboxCoins.map(({ code }) => code)]));
  expect(codes).toHaveLength(sandboxCoins.length + 1);
  const nowMs = Date.UTC(2026, 1, 27, 23);
  for (const profile of coinProfiles) demandCoherent(profile, nowMs);
});

test('every figure of a coin has a day and a source', () => {
  for (const { code, ...profile } of coinProfiles) {
    const dated = [profile.figuresDate, profile.supplyDate, profile.recordsDate].filter((day) => day !== '');
    expect([code, new Set(dated).size]).toEqual([code, ['POL', 'VIT'].includes(code) ? 0 : 1]);
    expect([code, profile.marketCap, profile.marketDominance]).toEqual([code, '', '']);
  }
});
