import { expect, test } from 'vitest';
import { csvCell, csvFile } from './csv.ts';

test('cells that a spreadsheet would run as formulas are escaped, numbers are not', () => {
  const formulas = ['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', '\r=1'];
  for (const formula of formulas) expect(csvCell(formula).replace(/^"/, '')).toMatch(/^'/);
  for (const plain of ['-1.5', '0', '12.000001', 'BTC', '2026-01-02 03:04:05']) expect(csvCell(plain)).toBe(plain);
});

test('cells with commas, quotes or line breaks are quoted (RFC 4180)', () => {
  expect(csvCell('a,b')).toBe('"a,b"');
  expect(csvCell('say "x"')).toBe('"say ""x"""');
  expect(csvCell('=a"b')).toBe(`"'=a""b"`);
});

test('a CSV file consists of its heading and all batches, and begins with the UTF-8 byte order mark', async () => {
  const many = Array.from({ length: 1_234 }, (_, n) => [String(n)]);
  const chunks: Buffer[] = [];
  for await (const chunk of csvFile(['n'], [many, [['€']]], {})) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  expect(text.startsWith('\uFEFFn\r\n0\r\n1\r\n')).toBe(true);
  expect(text.endsWith('1233\r\n€\r\n')).toBe(true);
  expect(text.split('\r\n')).toHaveLength(1_237);
});

test('the headings of a file are in the language of the page that asked for it', async () => {
  const chunks: Buffer[] = [];
  for await (const chunk of csvFile(['Coin', 'Time (UTC)', 'n'], [[['BTC', '2026-11-22 02:10:00', '1.5']]], {
    language: 'ja',
  }))
    chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toBe('\uFEFFコイン,日時（UTC）,n\r\nBTC,2026-11-22 02:10:00,1.5\r\n');
});
