import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { StartError } from '../process/start-error.ts';
import { readSettings } from '../settings/settings.ts';
import { marketFeedsOf } from './market-feeds.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-feeds-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const feedsOf = (environment: Readonly<Record<string, string>>) =>
  marketFeedsOf(readSettings({ SANDBOX_IN_PUBLIC: 'on', ...environment }), pino({ level: 'silent' }));

test('each configured source except the simulated one is a feed, and none is connected before it is started', () => {
  const path = join(folder, 'session.csv');
  writeFileSync(path, 'ts,pair,bid,ask\n1,BTC-USDT,99,101\n');
  const feeds = feedsOf({ INDEX_SOURCES: 'simulated,okx,kraken,bitstamp,recorded', INDEX_RECORDING: path });
  expect(feeds.map(({ name, state }) => [name, state.isConnected])).toEqual([
    ['OKX', false],
    ['Kraken', false],
    ['Bitstamp', false],
    ['recording', false],
  ]);
  expect(feedsOf({})).toEqual([]);
});

test('a recording that cannot be read prevents the start', () => {
  const path = join(folder, 'absent.csv');
  const start = () => feedsOf({ INDEX_SOURCES: 'recorded', INDEX_RECORDING: path });
  expect(start).toThrow(StartError);
  expect(start).toThrow(`The recording ${path} cannot be read (ENOENT): use a file with lines of ts,pair,bid,ask`);
});
