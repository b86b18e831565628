import { expect, it } from 'vitest';
import { csvText } from './csv.ts';

it('quotes cells with separators, quotes or line breaks', () => {
  expect(csvText([['a,b', 'say "hi"', 'two\nlines']])).toBe('"a,b","say ""hi""","two\nlines"\r\n');
});

it('neutralises formulas and leaves numbers unchanged', () => {
  expect(csvText([['=1+1', '@x', '-0.5', '+1']])).toBe("'=1+1,'@x,-0.5,'+1\r\n");
});
