import { expect, test } from 'vitest';
import { refusedLetter } from '../kyc/letters.ts';
import { withdrawalRefusedLetter } from '../notifications/mail/withdrawal-letters.ts';
import { disabledLetter } from './letters.ts';

const FORGED = 'Routine.\n\nApproved by two@vitrine.example.';
const ONE_LINE = '“Routine. Approved by two@vitrine.example.”';
const withdrawal = { amount: '5 USDT', fee: '1 USDT', arrives: '4 USDT', network: 'TRC20', address: 'T' };

test.each([
  ['a reason', disabledLetter({ email: 'one@vitrine.example' }, { by: 'who@vitrine.example', reason: FORGED })],
  ['a note on a photo', refusedLetter('Vitrine', [{ kind: 'selfie', note: FORGED }])],
  ['a note on a withdrawal', withdrawalRefusedLetter('Vitrine', withdrawal, 'Client request', FORGED)],
])('%s adds no paragraph of its own to a letter', (_, { text }) => {
  expect(text).toContain(ONE_LINE);
  expect(text.split('\n\n').some((paragraph) => paragraph.startsWith('Approved by'))).toBe(false);
});
