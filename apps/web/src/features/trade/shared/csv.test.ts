import { expect, it } from 'vitest';
import { csvText } from './csv.ts';

it('quotes what would break a line apart', () => {
  expect(csvText([['a,b', 'say "hi"', 'two\nlines']])).toBe('"a,b","say ""hi""","two\nlines"\r\n');
});

it('disarms formulas and leaves numbers alone', () => {
  expect(csvText([['=1+1', '@x', '-0.5', '+1']])).toBe("'=1+1,'@x,-0.5,'+1\r\n");
});
