import { expect, test } from 'vitest';
import { isAntiPhishingCode } from './anti-phishing-words.ts';

test('four to twenty letters and digits of any script are a valid code', () => {
  for (const code of ['bird', 'blueheron7', 'голубь', '青い鳥です', 'a'.repeat(20)]) {
    expect(isAntiPhishingCode(code), code).toBe(true);
  }
});

test('special symbols, spaces, and too few or too many characters are refused', () => {
  for (const code of ['', 'abc', 'a'.repeat(21), 'blue heron', 'blue-heron', '<b>bold', '💥💥💥💥']) {
    expect(isAntiPhishingCode(code), code).toBe(false);
  }
});
