import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CoreEvent, type OrderFilled, type PlaceOrder, systemOwners, type Transfer } from '@vitrine/core';
import { assetUnits, priceTicks, sizeLots } from '@vitrine/money';
import { describe, expect, test } from 'vitest';
import { listSandbox, QUOTE_ASSET, type SandboxListing } from './instruments.ts';
import { SandboxTrading, startSandboxMarket } from './market.ts';
import { Tape } from './tape.ts';
import { ExchangeInMemory } from './testing/exchange-in-memory.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 18, 34, 21);
const BEAT_MS = 250;
const CLIENT = 1001;

interface World {
  readonly exchange: ExchangeInMemory;
  readonly listing: SandboxListing;
  readonly trading: SandboxTrading;
  beats(count: number, afterEach?: () => void): Promise<void>;
}

async function openWorld(seed = 1, tape?: Tape, listing = listSandbox(tape?.precisions)): Promise<World> {
  const exchange = await ExchangeInMemory.listing(listing, NOW_MS);
  const trading = new SandboxTrading(
    {
      submit: exchange.submit,
      core: () => exchange.core,
      now: () => exchange.nowMs,
      seed,
      tape,
      log: { warn: () => {} },
    },
    listing,
  );
  return {
    exchange,
    listing,
    trading,
    beats: async (count, afterEach = () => {}) => {
      for (let i = 0; i < count; i += 1) {
        await trading.beat();
        afterEach();
        exchange.nowMs += BEAT_MS;
      }
    },
  };
}

const fills = (events: readonly CoreEvent[]): OrderFilled[] => events.filter((event) => event.kind === 'OrderFilled');

const deposit = (asset: number, units: number): Transfer => ({
  kind: 'Transfer',
  by: systemOwners.custody,
  purpose: 'deposit',
  legs: [
    { owner: systemOwners.custody, wallet: 'spot', asset, units: assetUnits(-units) },
    { owner: CLIENT, wallet: 'spot', asset, units: assetUnits(units) },
  ],
});

const limit = (market: number, side: 'buy' | 'sell', ticks: number, lots: number): PlaceOrder => ({
  kind: 'PlaceOrder',
  owner: CLIENT,
  market,
  side,
  type: 'limit',
  timeInForce: 'gtc',
  priceTicks: priceTicks(ticks),
  sizeLots: sizeLots(lots),
});

describe('the sandbox market', () => {
  test('every book is deep and every market has traded after two beats', async () => {
    const { exchange, listing, beats } = await openWorld();
    await beats(2);
    const traded = new Set(fills(exchange.events).map(({ market }) => market));
    for (const { market, coin } of listing.markets) {
      const { bids, asks } = exchange.core.depth(market, 100);
      expect([coin.code, bids.length >= 15, asks.length >= 15, traded.has(market)]).toEqual([
        coin.code,
        true,
        true,
        true,
      ]);
    }
    expect(exchange.events.filter(({ kind }) => kind === 'CommandRefused')).toEqual([]);
  });

  test('over ten minutes, books stay deep and uncrossed, without self-trades or refusals, and money sums to zero', async () => {
    const { exchange, listing, beats } = await openWorld();
    await beats(4);
    const [commands, bytes] = [exchange.commands, exchange.bytes];
    const seconds = 600;
    let gaps = 0;
    await beats((seconds * 1_000) / BEAT_MS, () => {
      for (const { market, coin, listing: rules } of listing.markets) {
        const { bids, asks } = exchange.core.depth(market, 30);
        const [bid, ask] = [bids[0]?.[0] ?? 0, asks[0]?.[0] ?? 0];
        if (bids.length < 12 || asks.length < 12)
          throw new Error(`${coin.code} has ${bids.length} bids and ${asks.length} asks`);
        if (bid >= ask) throw new Error(`the order book of ${coin.code} is crossed`);
        if (ask - bid > Math.max(3, (3.5 * coin.spreadBps * rules.referenceTicks) / 10_000)) gaps += 1;
      }
    });
    // A large trade opens a gap in the book that closes with the next beat.
    expect(gaps / ((listing.markets.length * seconds * 1_000) / BEAT_MS)).toBeLessThan(0.01);
    expect(fills(exchange.events).filter(({ makerOwner, takerOwner }) => makerOwner === takerOwner)).toEqual([]);
    expect(exchange.events.filter(({ kind }) => kind === 'CommandRefused')).toEqual([]);
    for (const { asset } of exchange.core.assets()) expect(exchange.core.assetSum(asset)).toBe(0);
    // The log of an idle sandbox may grow by 50 MB an hour, row overhead included; its batches alone stay below 10 MB.
    expect((exchange.commands - commands) / seconds).toBeLessThan(100);
    expect(((exchange.bytes - bytes) / seconds) * 3_600).toBeLessThan(10e6);
  });

  test('all balances stay below 2^53 units if a recording needs eight decimals of USDT', async () => {
    const listing = listSandbox(new Map([['BTC', { priceScale: 2, volumeScale: 6 }]]));
    const { exchange, beats } = await openWorld(1, undefined, listing);
    await beats(1_000);
    expect(listing.quoteScale).toBe(8);
    expect(exchange.events.filter(({ kind }) => kind === 'CommandRefused')).toEqual([]);
    expect(-exchange.core.balance(systemOwners.treasury, 'spot', QUOTE_ASSET).availableUnits).toBeLessThan(6e15);
  });

  test('markets trade at their own pace: BTC a few times in two seconds, the smallest within a minute', async () => {
    const { exchange, listing, beats } = await openWorld();
    await beats((600 * 1_000) / BEAT_MS);
    const prints = Map.groupBy(fills(exchange.events), ({ market }) => market);
    for (const { market, coin } of listing.markets) {
      const each = 600 / new Set((prints.get(market) ?? []).map(({ takerOrder }) => takerOrder)).size;
      expect([coin.code, each > 0.3 / coin.printsPerSecond, each < 4 / coin.printsPerSecond]).toEqual([
        coin.code,
        true,
        true,
      ]);
    }
    const sides =
      fills(exchange.events).filter(({ takerSide }) => takerSide === 'buy').length / fills(exchange.events).length;
    expect(sides).toBeGreaterThan(0.35);
    expect(sides).toBeLessThan(0.65);
  });

  test('a client’s limit order is filled once the price has reached it, at the client’s price', async () => {
    const { exchange, listing, beats } = await openWorld();
    await beats(4);
    const btc = listing.markets[0];
    if (btc === undefined) throw new Error('the market was not found');
    await exchange.submit(deposit(btc.base, 1e8));
    const { bids, asks } = exchange.core.depth(btc.market, 1);
    const [bid, ask] = [bids[0]?.[0] ?? 0, asks[0]?.[0] ?? 0];
    await exchange.submit(limit(btc.market, 'sell', Math.round((bid + ask) / 2) + 30, 10_000));
    await beats((120 * 1_000) / BEAT_MS, () => {
      const book = exchange.core.depth(btc.market, 1);
      if ((book.bids[0]?.[0] ?? 0) >= (book.asks[0]?.[0] ?? 0)) throw new Error('the order book is crossed');
    });
    const mine = fills(exchange.events).filter(({ makerOwner }) => makerOwner === CLIENT);
    expect(mine.reduce((sum, { sizeLots }) => sum + sizeLots, 0)).toBe(10_000);
    expect(mine.every(({ priceTicks }) => priceTicks === Math.round((bid + ask) / 2) + 30)).toBe(true);
    expect(exchange.core.balance(CLIENT, 'spot', QUOTE_ASSET).availableUnits).toBeGreaterThan(0);
  });

  test('quotes that a client takes are replaced', async () => {
    const { exchange, listing, beats } = await openWorld();
    await beats(4);
    const sol = listing.markets[2];
    if (sol === undefined) throw new Error('the market was not found');
    const before = exchange.core.depth(sol.market, 100).asks.reduce((sum, [, lots]) => sum + lots, 0);
    await exchange.submit(deposit(QUOTE_ASSET, 2_000_000 * sol.quoteUnit));
    const sweep = exchange.core.depth(sol.market, 10).asks;
    await exchange.submit({
      ...limit(
        sol.market,
        'buy',
        sweep.at(-1)?.[0] ?? 0,
        sweep.reduce((sum, [, lots]) => sum + lots, 0),
      ),
      timeInForce: 'ioc',
    });
    expect(exchange.core.depth(sol.market, 100).asks.length).toBeLessThan(12);
    await beats(12);
    const after = exchange.core.depth(sol.market, 100).asks;
    expect(after.length).toBeGreaterThanOrEqual(15);
    expect(after.reduce((sum, [, lots]) => sum + lots, 0)).toBeGreaterThan(before * 0.7);
  });

  test('a halted market gets no quotes until it opens, and a restart begins with an empty book', async () => {
    const { exchange, listing, beats } = await openWorld();
    await beats(4);
    const { market } = listing.markets[0] ?? { market: 0 };
    await exchange.submit({ kind: 'SetMarketStatus', market, status: 'halted' });
    const trades = exchange.core.market(market)?.trades;
    await beats(40);
    expect(exchange.core.market(market)?.trades).toBe(trades);
    await exchange.submit({ kind: 'SetMarketStatus', market, status: 'open' });
    await beats(40);
    expect(exchange.core.market(market)?.trades).toBeGreaterThan(trades ?? 0);

    const parts = {
      submit: exchange.submit,
      core: () => exchange.core,
      now: () => exchange.nowMs,
      seed: 1,
      tape: undefined,
      log: { warn: () => {} },
    };
    const last = exchange.core.lastPrice(market) ?? 0;
    const restarted = await startSandboxMarket(parts);
    await restarted.stop();
    const orders = exchange.core.openOrders(systemOwners.house, market);
    expect(orders.length).toBeLessThanOrEqual(38);
    expect(Math.abs((exchange.core.depth(market, 1).bids[0]?.[0] ?? 0) / last - 1)).toBeLessThan(0.001);
  });

  test('the same seed and the same times give the same log', async () => {
    const hashes = [];
    for (const seed of [5, 5, 6]) {
      const { exchange, beats } = await openWorld(seed);
      await beats(100);
      hashes.push(exchange.core.stateHash());
    }
    expect(hashes[0]).toBe(hashes[1]);
    expect(hashes[0]).not.toBe(hashes[2]);
  });

  test('a market that was listed with a different tick or lot is refused with a clear message', async () => {
    const exchange = await ExchangeInMemory.listing(
      listSandbox(new Map([['BTC', { priceScale: 2, volumeScale: 5 }]])),
      NOW_MS,
    );
    const parts = {
      submit: exchange.submit,
      core: () => exchange.core,
      now: () => NOW_MS,
      seed: 1,
      tape: undefined,
      log: { warn: () => {} },
    };
    await expect(startSandboxMarket(parts)).rejects.toThrow(
      'start with the TAPE setting that DATA_DIR was created with',
    );
  });
});

const recorded = join(import.meta.dirname, '../../../../../shared/data/candles/1m');

describe.skipIf(!existsSync(recorded))('with a recording (needs ../shared/data)', () => {
  test('the live mid price stays within the quoted spread of the recorded price', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-tape-'));
    const tape = await Tape.load(recorded, dataDir, NOW_MS);
    rmSync(dataDir, { recursive: true });
    const { exchange, listing, beats } = await openWorld(1, tape);
    await beats(4);
    let looks = 0;
    await beats((300 * 1_000) / BEAT_MS, () => {
      for (const market of listing.markets.filter((one) => tape.has(one))) {
        const { bids, asks } = exchange.core.depth(market.market, 1);
        const [bid, ask] = [bids[0]?.[0] ?? 0, asks[0]?.[0] ?? 0];
        const price = tape.priceTicksAt(market, exchange.nowMs) ?? 0;
        looks += 1;
        if (Math.abs((bid + ask) / 2 - price) > ask - bid)
          throw new Error(`${market.coin.code}: recorded ${price}, quoted ${bid} to ${ask} at ${exchange.nowMs}`);
      }
    });
    expect(looks).toBe(13 * 1_200);
    expect(fills(exchange.events).length).toBeGreaterThan(500);
  });
});
