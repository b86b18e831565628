import { expect, test } from 'vitest';
import { summaryOf } from './kyc.ts';

test('a decision is complete when every pending photo is approved, or refused with a reason', () => {
  const waiting = ['SELFIE', 'BACKID'] as const;
  expect(summaryOf(waiting, {}).isWhole).toBe(false);
  expect(summaryOf(waiting, { SELFIE: { approve: true, note: '' } }).isWhole).toBe(false);
  const refused = { approve: false, note: '' };
  expect(summaryOf(waiting, { SELFIE: { approve: true, note: '' }, BACKID: refused }).isWhole).toBe(false);
  expect(summaryOf(waiting, { SELFIE: { approve: true, note: '' }, BACKID: { ...refused, reason: 'glare' } })).toEqual({
    approved: 1,
    refused: 1,
    isWhole: true,
  });
});

test("the reason 'other' needs a note", () => {
  const other = { approve: false, reason: 'other', note: ' ' } as const;
  expect(summaryOf(['SELFIE'], { SELFIE: other }).isWhole).toBe(false);
  expect(summaryOf(['SELFIE'], { SELFIE: { ...other, note: 'A statue.' } }).isWhole).toBe(true);
});

test('a decision without pending photos is not possible', () => {
  expect(summaryOf([], {}).isWhole).toBe(false);
});
