import { expect, test } from 'vitest';
import { replacementProblems } from './replacement.ts';

const right = { old: 'Pelican-58', next: 'seven blue herons', confirm: 'seven blue herons' };

test('a complete form to replace a password has no problems', () => {
  expect(replacementProblems(right)).toEqual({});
});

test('every field of the form to replace a password is required', () => {
  expect(replacementProblems({ old: '', next: '', confirm: '' })).toEqual({
    old: 'required',
    next: 'required',
    confirm: 'required',
  });
});

test('the new password and its confirmation must match and have at least nine characters, not bytes', () => {
  expect(replacementProblems({ ...right, confirm: 'seven blue egrets' })).toEqual({ confirm: 'mismatch' });
  expect(replacementProblems({ ...right, next: 'eight888', confirm: 'eight888' })).toEqual({ next: 'tooShort' });
  expect(replacementProblems({ ...right, next: '💥💥💥💥', confirm: '💥💥💥💥' })).toEqual({ next: 'tooShort' });
});
