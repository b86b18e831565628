import { expect, test } from 'vitest';
import { isAntiPhishingCode } from './anti-phishing-words.ts';

test('four to twenty letters and digits of any script are accepted as an anti-phishing code', () => {
  for (const code of ['bird', 'blueheron7', 'голубь', '青い鳥です', 'a'.repeat(20)]) {
    expect(isAntiPhishingCode(code), code).toBe(true);
  }
});

test('an anti-phishing code with special symbols, spaces, or too few or too many characters is refused', () => {
  for (const code of ['', 'abc', 'a'.repeat(21), 'blue heron', 'blue-heron', '<b>bold', '💥💥💥💥']) {
    expect(isAntiPhishingCode(code), code).toBe(false);
  }
});
