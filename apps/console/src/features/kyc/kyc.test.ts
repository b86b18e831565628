import { expect, test } from 'vitest';
import { summaryOf } from './kyc.ts';

test('a decision is whole when every photo that waits is approved, or refused with a reason', () => {
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

test('another reason needs words', () => {
  const other = { approve: false, reason: 'other', note: ' ' } as const;
  expect(summaryOf(['SELFIE'], { SELFIE: other }).isWhole).toBe(false);
  expect(summaryOf(['SELFIE'], { SELFIE: { ...other, note: 'A statue.' } }).isWhole).toBe(true);
});

test('with nothing that waits there is nothing to decide', () => {
  expect(summaryOf([], {}).isWhole).toBe(false);
});
