import type { Command } from '@vitrine/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MarketFeed } from '../../providers/market-feed/market-feed.ts';
import { okxProtocol } from '../../providers/market-feed/okx-protocol.ts';
import { QuoteBoard } from '../../providers/market-feed/quote-board.ts';
import { type BookMessage, OkxBookWriter, withFields } from '../../providers/market-feed/testing/okx-books.ts';
import { FeedSource } from './feed-source.ts';
import { IndexFeed } from './index-feed.ts';
import type { IndexedPerpetual } from './index-source.ts';

const PAIR = 'BTC-USDT';
const TICK = 0.1;
const market = {
  market: 7,
  base: { code: 'BTC' },
  quote: { code: 'USDT' },
  tick: { coefficient: 1, scale: 1 },
} as IndexedPerpetual;

/** For each fault: what is received instead of a message. */
const faults = {
  none: (message: BookMessage) => [message],
  silence: () => [],
  repetition: (message: BookMessage) => [message, message],
  garbage: () => ['{"arg":', 'null', '[]', ''],
  'no number': (message: BookMessage) => [withFields(message, { bids: [['NaN', '1', '0', '1']] })],
  'wrong checksum': (message: BookMessage) => [withFields(message, { checksum: 7 })],
  'wrong chain': (message: BookMessage) => [withFields(message, { prevSeqId: 5 })],
  'times that stand still': (message: BookMessage) => [withFields(message, { ts: '1000000' })],
  'times in the future': (message: BookMessage) => [withFields(message, { ts: '9000000000' })],
  'crossed prices': (message: BookMessage) => [withFields(message, { bids: [['90000', '1', '0', '1']], checksum: 0 })],
} as const;
/** `lie`: the source consistently reports wrong prices. */
type Fault = keyof typeof faults | 'lie';
const faultNames = [...Object.keys(faults), 'lie'] as Fault[];

const LISTED = JSON.stringify({
  arg: { channel: 'instruments', instType: 'SPOT' },
  data: [{ instType: 'SPOT', instId: PAIR, state: 'live' }],
});

/** A source without a connection: its protocol session, and the prices that were accepted from it. */
class Source {
  fault: Fault = 'none';
  readonly #board = new QuoteBoard();
  readonly #session = okxProtocol.open(() => 10_000);
  #writer: OkxBookWriter | undefined;

  /** Receives the message of one second and handles it as a connection would. */
  receive(price: number, nowMs: number): void {
    const reported = this.fault === 'lie' ? Math.round(price * 14) / 10 : price;
    const isNew = this.#writer === undefined;
    if (isNew) {
      this.#session.subscribe(PAIR);
      this.#session.read(LISTED);
    }
    this.#writer ??= new OkxBookWriter(PAIR);
    const message = isNew ? this.#writer.snapshot(reported, nowMs) : this.#writer.update(reported, nowMs);
    const distort = this.fault === 'lie' ? faults.none : faults[this.fault];
    for (const one of distort(message)) {
      const reading = this.#session.read(typeof one === 'string' ? one : JSON.stringify(one));
      const refused =
        reading.kind === 'prices' ? this.#board.accept(reading, { wallMs: nowMs, steadyMs: nowMs }) : undefined;
      if (reading.kind === 'lost') this.#board.forget(PAIR);
      if (reading.kind === 'lost' || refused === 'implausible') this.#writer = undefined;
    }
  }

  asFeed(name: string, now: () => number): MarketFeed {
    return {
      id: name,
      name,
      pairState: () => 'live',
      state: { isConnected: true, disconnects: 0, dropped: new Map() },
      start: () => {},
      stop: async () => {},
      quote: () => this.#board.quote(PAIR, { wallMs: now(), steadyMs: now() }),
    };
  }
}

class World {
  nowMs = 2_000_000;
  price = 60_000;
  markTicks = 600_000;
  status = 'open';
  readonly sources = [new Source(), new Source(), new Source()];
  readonly #feed = new IndexFeed({
    core: () => ({ perpetual: () => ({ status: this.status, markTicks: this.markTicks }) as never }),
    perpetuals: () => [market],
    clock: () => this.nowMs,
    submit: async (command: Command) => {
      if (command.kind === 'SetMarkPrice') this.markTicks = command.markTicks;
      if (command.kind === 'SetMarketStatus') this.status = command.status;
    },
    protection: { markets: async () => new Set(), add: async () => {}, remove: async () => {} },
  });

  constructor() {
    for (const [i, source] of this.sources.entries())
      this.#feed.add(
        new FeedSource(
          source.asFeed(`source ${i}`, () => this.nowMs),
          () => this.nowMs,
        ),
      );
  }

  async second(): Promise<void> {
    this.nowMs += 1_000;
    for (const source of this.sources) source.receive(this.price, this.nowMs);
    const before = this.markTicks;
    await this.#feed.run();
    expect(Math.abs(this.markTicks - before)).toBeLessThanOrEqual(Math.max(1, before * 0.030_001));
  }
}

const phase = fc.record({
  faults: fc.tuple(fc.constantFrom(...faultNames), fc.constantFrom(...faultNames), fc.constantFrom(...faultNames)),
  seconds: fc.integer({ min: 1, max: 45 }),
  /** Change of the price per second, in tenths of a per cent. */
  drift: fc.integer({ min: -5, max: 5 }),
});

test('regardless of what three sources send, the mark moves in bounded steps; while two are right, it equals their price', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(phase, { minLength: 1, maxLength: 6 }), async (phases) => {
      const world = new World();
      let rightForSeconds = 0;
      for (const { faults, seconds, drift } of phases) {
        for (const [i, source] of world.sources.entries()) source.fault = faults[i] ?? 'none';
        for (let i = 0; i < seconds; i += 1) {
          world.price = Math.round(world.price * (1 + drift / 1_000) * 10) / 10;
          await world.second();
          const right = world.sources.filter(({ fault }) => fault === 'none').length;
          rightForSeconds = right >= 2 ? rightForSeconds + 1 : 0;
          // Prices are compared only after a minute: the last wrong price of a source may be used for ten seconds, and
          // after that the mark price needs time to return.
          if (rightForSeconds < 60) continue;
          expect(Math.abs(world.markTicks * TICK - world.price)).toBeLessThanOrEqual(TICK / 2);
          expect(world.status).toBe('open');
        }
      }
    }),
    { numRuns: 40 },
  );
});

test.each(faultNames)(
  'with the fault "%s" in all sources, the mark does not follow wrong prices, or the market is protected',
  async (fault) => {
    const world = new World();
    for (let i = 0; i < 15; i += 1) await world.second();
    expect([world.status, world.markTicks]).toEqual(['open', 600_000]);
    for (const source of world.sources) source.fault = fault;
    for (let i = 0; i < 45; i += 1) await world.second();
    if (fault === 'none' || fault === 'repetition') expect([world.status, world.markTicks]).toEqual(['open', 600_000]);
    // If all sources report the same wrong price, the feed cannot detect it.
    else if (fault === 'lie') expect(world.status).toBe('open');
    else expect([world.status, world.markTicks]).toEqual(['cancel_only', 600_000]);
    for (const source of world.sources) source.fault = 'none';
    for (let i = 0; i < 45; i += 1) await world.second();
    expect([world.status, world.markTicks]).toEqual(['open', 600_000]);
  },
);

test.each(faultNames)(
  'with the fault "%s" in one of three sources, the mark stays at the price of the others',
  async (fault) => {
    const world = new World();
    for (const [i, source] of world.sources.entries()) source.fault = i === 1 ? fault : 'none';
    for (let i = 0; i < 60; i += 1) {
      world.price = Math.round((world.price + 25) * 10) / 10;
      await world.second();
      expect([world.status, world.markTicks * TICK]).toEqual(['open', expect.closeTo(world.price, 5)]);
    }
  },
);
