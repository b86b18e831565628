import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { RecordedFeed } from './recorded-feed.ts';
import { readSession } from './recorded-session.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-session-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HEADER = 'ts,pair,bid,ask';
function fileOf(...lines: string[]): string {
  const path = join(folder, 'session.csv');
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}
const BTC = { base: 'BTC', quote: 'USDT' };

test('a recording is replayed once from the start, pair by pair, and is stale after its end', () => {
  const session = readSession(
    fileOf(HEADER, '5000,BTC-USDT,99,101', '5500,ETH-USDT,9,11', '6000,BTC-USDT,100,102', '6000,BTC-USDT,101.5,102.5'),
  );
  let steadyMs = 70_000;
  const feed = new RecordedFeed(session, () => steadyMs);
  expect([feed.quote(BTC), feed.state.isConnected]).toEqual([undefined, false]);
  feed.start();
  const after = (ms: number, pair = BTC) => {
    steadyMs = 70_000 + ms;
    return feed.quote(pair);
  };
  expect(after(0)).toEqual({ price: 100, ageMs: 0 });
  expect(after(999)).toEqual({ price: 100, ageMs: 999 });
  expect(after(1_000)).toEqual({ price: 102, ageMs: 0 });
  expect(after(60_000)).toEqual({ price: 102, ageMs: 59_000 });
  expect(after(499, { base: 'ETH', quote: 'USDT' })).toBeUndefined();
  expect(after(500, { base: 'ETH', quote: 'USDT' })).toEqual({ price: 10, ageMs: 0 });
});

test.each([
  [['time,price', '1,2'], 'has no quotes'],
  [[HEADER], 'has no quotes'],
  [[HEADER, '1,BTC-USDT,1,2', '2,BTC-USDT,NaN,2'], 'is malformed at line 3'],
  [[HEADER, '1,BTC-USDT,2,1'], 'is malformed at line 2'],
  [[HEADER, '1,BTC-USDT,0,0'], 'is malformed at line 2'],
  [[HEADER, '1,BTCUSDT,1,1'], 'is malformed at line 2'],
  [[HEADER, '2,BTC-USDT,1,1', '1,BTC-USDT,1,1'], 'goes back in time at line 3'],
])('a recording of %j is refused: it %s', (lines, what) => {
  expect(() => readSession(fileOf(...lines))).toThrow(what);
});

test('a missing recording is refused', () => {
  expect(() => readSession(join(folder, 'absent.csv'))).toThrow('cannot be read (ENOENT)');
});
