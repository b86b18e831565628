import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Command } from '@vitrine/core';
import { describe, expect, test } from 'vitest';
import type { MarketFeed } from '../../providers/market-feed/market-feed.ts';
import { RecordedFeed } from '../../providers/market-feed/recorded-feed.ts';
import { readSession } from '../../providers/market-feed/recorded-session.ts';
import { FeedSource, followedPairs } from './feed-source.ts';
import { IndexFeed } from './index-feed.ts';
import type { IndexedPerpetual } from './index-source.ts';

const market = {
  market: 7,
  base: { code: 'BTC' },
  quote: { code: 'USDT' },
  tick: { coefficient: 1, scale: 2 },
} as IndexedPerpetual;

test('prices are converted to the ticks of the market, and ages to times on the exchange’s clock', () => {
  const feed = { name: 'a test', quote: () => ({ price: 66_461.25, ageMs: 400 }) } as unknown as MarketFeed;
  expect(new FeedSource(feed, () => 1_000_000).quote(market)).toEqual({ ticks: 6_646_125, atMs: 999_600 });
  const silent = { name: 'a test', quote: () => undefined } as unknown as MarketFeed;
  expect(new FeedSource(silent, () => 1_000_000).quote(market)).toBeUndefined();
});

test('each pair is followed once, those of perpetual markets first', () => {
  const pair = (base: string) => ({ base: { code: base }, quote: { code: 'USDT' } });
  const instruments = { perpetuals: () => [pair('ETH')], spot: () => [pair('BTC'), pair('ETH')] };
  const none = { of: () => undefined, proposed: () => [] };
  expect(followedPairs(instruments as never, 'okx', none)).toEqual([
    { base: 'ETH', quote: 'USDT' },
    { base: 'BTC', quote: 'USDT' },
  ]);
});

test('a chosen pair is followed instead of the one with the market’s codes, and proposed pairs are followed too', () => {
  const market = (base: string) => ({ base: { code: base }, quote: { code: 'USDT' } });
  const instruments = { perpetuals: () => [market('LUNA'), market('ETH')], spot: () => [] };
  const luna2 = { base: 'LUNA2', quote: 'USDT' };
  const choices = {
    of: ({ base }: { base: { code: string } }) => (base.code === 'LUNA' ? new Map([['okx', luna2]]) : undefined),
    proposed: (id: string) => (id === 'kraken' ? [{ base: 'NEW', quote: 'USDT' }] : []),
  };
  const followed = (id: string) => followedPairs(instruments as never, id, choices).map(({ base }) => base);
  expect(followed('okx')).toEqual(['LUNA2', 'ETH']);
  expect(followed('kraken')).toEqual(['ETH', 'NEW']);
});

const prints = join(
  import.meta.dirname,
  '../../../../../../shared/data/trades/binance_spot_BTCUSDT_20240808T2354_20240809T0005_trades.csv.gz',
);

describe.skipIf(!existsSync(prints))('a recorded session of real trades (needs ../shared/data)', () => {
  /** A session in which the price of each trade is both the best bid and the best ask. */
  function sessionOfPrints() {
    const folder = mkdtempSync(join(tmpdir(), 'vitrine-session-'));
    const path = join(folder, 'session.csv');
    const [, ...rows] = gunzipSync(readFileSync(prints)).toString().trimEnd().split('\n');
    const trades = rows.map((row) => row.split(',')).map(([, ts, , price]) => ({ ts: Number(ts), price }));
    trades.sort((a, b) => a.ts - b.ts);
    writeFileSync(
      path,
      `ts,pair,bid,ask\n${trades.map(({ ts, price }) => `${ts},BTC-USDT,${price},${price}`).join('\n')}\n`,
    );
    const session = readSession(path);
    rmSync(folder, { recursive: true });
    return session;
  }

  test('the mark price follows it second by second in bounded steps, and stops at its end', async () => {
    const session = sessionOfPrints();
    const quotes = session.get('BTC-USDT') ?? [];
    const endMs = quotes.at(-1)?.afterMs ?? 0;
    let nowMs = 0;
    let markTicks = 6_000_000;
    let status = 'open';
    const recorded = new RecordedFeed(session, () => nowMs);
    recorded.start();
    const feed = new IndexFeed({
      core: () => ({ perpetual: () => ({ status, markTicks }) as never }),
      perpetuals: () => [market],
      clock: () => nowMs,
      submit: async (command: Command) => {
        if (command.kind === 'SetMarkPrice') markTicks = command.markTicks;
        if (command.kind === 'SetMarketStatus') status = command.status;
      },
      protection: { markets: async () => new Set(), add: async () => {}, remove: async () => {} },
    });
    feed.add(new FeedSource(recorded, () => nowMs));
    for (; nowMs <= endMs; nowMs += 1_000) {
      const before = markTicks;
      await feed.run();
      expect(Math.abs(markTicks / before - 1)).toBeLessThanOrEqual(0.030_001);
      if (nowMs < 2_000) continue;
      const last = quotes.findLast(({ afterMs }) => afterMs <= nowMs);
      expect(markTicks).toBe(Math.round((last?.bid ?? 0) * 100));
    }
    expect([quotes.length > 10_000, status]).toEqual([true, 'open']);
    const atEnd = markTicks;
    for (; nowMs <= endMs + 45_000; nowMs += 1_000) await feed.run();
    expect([markTicks, status]).toEqual([atEnd, 'cancel_only']);
  });
});
