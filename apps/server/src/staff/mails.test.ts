import { expect, test } from 'vitest';
import { textsIn } from '../kit/texts.ts';
import { refusedMail } from '../kyc/mails.ts';
import { withdrawalRefusedMail } from '../notifications/mail/withdrawal-mails.ts';
import { disabledMail } from './mails.ts';

const FORGED = 'Routine.\n\nApproved by two@vitrine.example.';
const ONE_LINE = '“Routine. Approved by two@vitrine.example.”';
const withdrawal = { amount: '5 USDT', fee: '1 USDT', arrives: '4 USDT', network: 'TRC20', address: 'T' };

test.each([
  ['a reason', disabledMail({ email: 'one@vitrine.example' }, { by: 'who@vitrine.example', reason: FORGED })],
  ['a note on a photo', refusedMail('Vitrine', [{ kind: 'selfie', note: FORGED }])(textsIn('en'))],
  ['a note on a withdrawal', withdrawalRefusedMail('Vitrine', withdrawal, 'client_request', FORGED)(textsIn('en'))],
])('%s cannot add a paragraph of its own to an email', (_, { text }) => {
  expect(text).toContain(ONE_LINE);
  expect(text.split('\n\n').some((paragraph) => paragraph.startsWith('Approved by'))).toBe(false);
});
