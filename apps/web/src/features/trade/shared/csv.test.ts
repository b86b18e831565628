import { expect, it } from 'vitest';
import { csvText } from './csv.ts';

it('cells with separators, quotes or line breaks are quoted', () => {
  expect(csvText([['a,b', 'say "hi"', 'two\nlines']])).toBe('"a,b","say ""hi""","two\nlines"\r\n');
});

it('formulas in cells are neutralized, and numbers are unchanged', () => {
  expect(csvText([['=1+1', '@x', '-0.5', '+1']])).toBe("'=1+1,'@x,-0.5,'+1\r\n");
});
