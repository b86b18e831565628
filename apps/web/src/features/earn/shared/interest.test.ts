import { describe, expect, test } from 'vitest';
import { differenceText, interestText, isGreater, shareText, sumText } from './interest.ts';

describe('interest', () => {
  test('is exact to the last unit, and rounded down', () => {
    expect(interestText('4000', '8', 60, 6)).toBe('52.602739');
    expect(interestText('4000', '9.4286', 60, 6)).toBe('61.996273');
    expect(interestText('0.00000001', '1', 1, 8)).toBe('0.00000000');
    expect(interestText('90071992.54740991', '0.32', 180, 8)).toBe('142141.00741728');
  });

  test('the two parts of an early unlock are the whole principal', () => {
    expect(shareText('0.00000009', '30', 8)).toBe('0.00000002');
    expect(differenceText('0.00000009', '0.00000002', 8)).toBe('0.00000007');
    expect(sumText('4000', '52.602739', 6)).toBe('4052.602739');
  });

  test('amounts are compared as decimals', () => {
    expect(isGreater('10', '9.999999')).toBe(true);
    expect(isGreater('10', '10.000000')).toBe(false);
  });
});
