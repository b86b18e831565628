import { expect, test } from 'vitest';
import { normaliseEmail } from './email.ts';

test('an email address is stored in lowercase', () => {
  for (const [typed, email] of [
    [' Ada.Byron+x@Mail.Example ', 'ada.byron+x@mail.example'],
    ["o'neil_1@a-b.example", "o'neil_1@a-b.example"],
  ])
    expect(normaliseEmail(typed ?? '')).toBe(email);
});

test('no code is sent to an address that cannot open an account', () => {
  const refused = [
    'ü@x.zz',
    '{a}@x.zz',
    '=a@x.zz',
    'a`b@x.zz',
    '.a@x.zz',
    'a..b@x.zz',
    'a.@x.zz',
    'a@x',
    'a@-x.zz',
    'a@x.z1',
  ];
  for (const text of [...refused, `${'a'.repeat(65)}@x.zz`, `a@${'x'.repeat(250)}.zz`])
    expect([text, normaliseEmail(text)]).toEqual([text, undefined]);
});
