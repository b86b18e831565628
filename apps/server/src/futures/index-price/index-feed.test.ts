import { setImmediate as turn } from 'node:timers/promises';
import type { Command, MarketId, MarketStatus } from '@vitrine/core';
import { LeaseLost } from '@vitrine/sequencer';
import { describe, expect, test } from 'vitest';
import { IndexFeed } from './index-feed.ts';
import { confirmedIndex, nearerTicks, neededOf, nextMarkTicks, quoteStates } from './index-price.ts';
import type { IndexedPerpetual, IndexQuote, IndexSource } from './index-source.ts';

const NOW = 1_000_000;
const quote = (ticks: number, atMs = NOW): IndexQuote => ({ ticks, atMs });
const indexTicks = (...[quotes, nowMs, needed]: Parameters<typeof confirmedIndex>) =>
  confirmedIndex(quotes, nowMs, needed)?.ticks;

describe('the index', () => {
  test('is the median of the fresh sources', () => {
    expect(indexTicks([quote(100), quote(103), quote(101)], NOW, 2)).toBe(101);
    expect(indexTicks([quote(100), quote(101)], NOW, 2)).toBe(100.5);
    expect(indexTicks([quote(100), quote(101), quote(104, NOW - 10_001)], NOW, 2)).toBe(100.5);
  });

  test('ignores a source with a wrong price, as long as most others confirm each other', () => {
    expect(indexTicks([quote(100), quote(140), quote(101)], NOW, 2)).toBe(100.5);
    expect(indexTicks([quote(100), quote(101), quote(0), quote(Number.NaN)], NOW, 2)).toBe(100.5);
  });

  test('is unknown if no source is fresh, or no two sources agree', () => {
    expect(indexTicks([], NOW, 1)).toBeUndefined();
    expect(indexTicks([], NOW, 0)).toBeUndefined();
    expect(indexTicks([quote(100, NOW - 10_001)], NOW, 1)).toBeUndefined();
    expect(indexTicks([quote(100), quote(140)], NOW, 2)).toBeUndefined();
    expect(indexTicks([quote(100), quote(140), quote(200), quote(300)], NOW, 2)).toBeUndefined();
  });

  test('is moved by one of two sources by at most half a percent', () => {
    for (let lying = 80_000; lying <= 120_000; lying += 100) {
      const index = indexTicks([quote(100_000), quote(lying)], NOW, 2);
      if (index !== undefined) expect(Math.abs(index / 100_000 - 1)).toBeLessThanOrEqual(0.005_1);
    }
    expect(indexTicks([quote(100_000), quote(101_100)], NOW, 2)).toBeUndefined();
    // The third quote is too far from the others to be used, and the other two disagree.
    expect(indexTicks([quote(100_000), quote(102_000), quote(150_000)], NOW, 2)).toBeUndefined();
  });

  test('is not set by one source alone, unless it is the only one', () => {
    expect(indexTicks([quote(300_000), quote(100_000, NOW - 10_001)], NOW, 2)).toBeUndefined();
    expect(indexTicks([quote(100)], NOW, 1)).toBe(100);
    expect([neededOf(0), neededOf(1), neededOf(2), neededOf(3)]).toEqual([0, 1, 2, 2]);
  });
});

test.each([
  ['the newest of the only source', [[100, 4]], 1, 4],
  [
    'the older of two',
    [
      [100, 1],
      [100, 7],
    ],
    2,
    7,
  ],
  [
    'the second newest of three',
    [
      [100, 9],
      [100, 2],
      [100, 3],
    ],
    2,
    3,
  ],
  [
    'the older of the two of three that agree',
    [
      [100, 5],
      [140, 0],
      [101, 6],
    ],
    2,
    6,
  ],
  [
    'the third newest of five, of which half must agree',
    [
      [100, 1],
      [100, 8],
      [101, 2],
      [101, 4],
      [99, 9],
    ],
    2,
    4,
  ],
  [
    'ours, if the sources’ clocks are ahead',
    [
      [100, -2],
      [100, -1],
    ],
    2,
    0,
  ],
] as const)(
  'the time of a confirmed index is the time of the oldest quote that it needs: %s',
  (_, ages, needed, age) => {
    const quotes = ages.map(([ticks, seconds]) => quote(ticks, NOW - seconds * 1_000));
    expect(confirmedIndex(quotes, NOW, needed)?.atMs).toBe(NOW - age * 1_000);
  },
);

test('each quote confirms the index, is too old, or is too far from the others', () => {
  const quotes = [quote(100), quote(140), quote(101), quote(101, NOW - 10_001), quote(0)];
  expect(quoteStates(quotes, NOW)).toEqual(['used', 'deviates', 'used', 'stale', 'stale']);
  expect(quoteStates([quote(100), quote(102)], NOW)).toEqual(['deviates', 'deviates']);
});

test('a source that is only compared with the index neither moves it nor replaces the other sources', () => {
  const compared = { ...quote(104), isCompared: true };
  expect(indexTicks([compared, quote(100)], NOW, 1)).toBe(100);
  expect(indexTicks([compared, quote(100)], NOW, 2)).toBeUndefined();
  expect(indexTicks([compared, quote(100, NOW - 10_001)], NOW, 1)).toBeUndefined();
  expect(indexTicks([compared], NOW, 1)).toBeUndefined();
  expect(quoteStates([compared, quote(100), quote(101)], NOW)).toEqual(['compared', 'used', 'used']);
});

test('the mark price follows the index by at most three percent a second, upwards and downwards', () => {
  expect(nextMarkTicks(1_000, 1_020, 1)).toBe(1_020);
  expect(nextMarkTicks(1_000, 1_400, 1)).toBe(1_030);
  expect(nextMarkTicks(1_000, 600, 1)).toBe(971);
  expect(nextMarkTicks(1_000, 1_400, 2)).toBe(1_061);
  expect(nextMarkTicks(1_000, 4_000, 3_600)).toBe(1_061);
  // Even if the clock has stopped, the mark price may move by one second’s step.
  expect(nextMarkTicks(1_000, 1_400, 0)).toBe(1_030);
});

test('a mark price of only a few ticks moves by one tick at a time, and never to zero', () => {
  expect(nextMarkTicks(15, 30, 1)).toBe(16);
  expect(nextMarkTicks(15, 3, 1)).toBe(14);
  expect(nextMarkTicks(2, 0.2, 1)).toBe(1);
  expect(nextMarkTicks(1, 0.2, 1)).toBe(1);
});

/**
 * The choices of index sources. Until they are loaded, no source may be used; afterwards, all sources are used, because
 * no choice was made.
 */
class Choices {
  readonly #load: () => Promise<void>;
  #isLoaded = false;

  constructor(load: () => Promise<void>) {
    this.#load = load;
  }

  async load(): Promise<void> {
    if (!this.#isLoaded) await this.#load();
    this.#isLoaded = true;
  }

  of() {
    return this.#isLoaded ? undefined : new Map();
  }
}

/** A feed for one market, with its own clock and sources, and its own record of whether the market is protected. */
class World {
  nowMs = NOW;
  /** The monotonic clock. It advances with `nowMs`, unless a test stops one of the two. */
  steadyMs = 0;
  status: MarketStatus = 'open';
  markTicks = 1_000;
  quote: IndexQuote | undefined = quote(1_000);
  /** The quote of a second source, if there is one. */
  otherQuote: IndexQuote | undefined;
  hasTwoSources = false;
  mostMarkTicks = Number.POSITIVE_INFINITY;
  held: number[][] = [];
  readonly protectedMarkets = new Set<MarketId>();
  databaseAnswers: Promise<void> = Promise.resolve();
  logAnswers: Promise<void> = Promise.resolve();
  isLogAvailable = true;
  readonly sent: Command['kind'][] = [];
  /** Loads the operators' choices of index sources; here there are none. */
  loadChoices = async (): Promise<void> => {};
  feed = this.newFeed();

  newFeed(): IndexFeed {
    const source: IndexSource = { name: 'a test', quote: () => this.quote };
    const feed = new IndexFeed({
      core: () => ({ perpetual: () => ({ status: this.status, markTicks: this.markTicks }) as never }),
      perpetuals: () => [{ market: 7 } as IndexedPerpetual],
      clock: () => this.nowMs,
      steady: () => this.steadyMs,
      submit: (command: Command) => this.submit(command),
      choices: new Choices(() => this.loadChoices()),
      held: (...figures) => void this.held.push(figures),
      protection: {
        markets: async () => {
          await this.databaseAnswers;
          return this.protectedMarkets;
        },
        add: async (market) => {
          await this.databaseAnswers;
          this.protectedMarkets.add(market);
        },
        remove: async (market) => {
          await this.databaseAnswers;
          this.protectedMarkets.delete(market);
        },
      },
    });
    feed.add(source);
    if (this.hasTwoSources) feed.add({ name: 'another test', quote: () => this.otherQuote });
    return feed;
  }

  /** Commands take effect in the order of submission, once the log responds. */
  async submit(command: Command): Promise<void> {
    if (!this.isLogAvailable) throw new LeaseLost();
    this.sent.push(command.kind);
    await this.logAnswers;
    if (command.kind === 'SetMarkPrice' && command.markTicks <= this.mostMarkTicks) this.markTicks = command.markTicks;
    if (command.kind === 'SetMarketStatus' && (command.expected ?? this.status) === this.status)
      this.status = command.status;
  }

  async after(seconds: number): Promise<void> {
    this.nowMs += seconds * 1_000;
    this.steadyMs += seconds * 1_000;
    try {
      await this.feed.run();
    } finally {
      await this.feed.writeProtected();
    }
  }

  /** Continues with the feed of a new server, which has read which markets are protected. */
  async restart(): Promise<void> {
    this.feed = this.newFeed();
    await this.feed.writeProtected();
  }

  /** Advances by one second, after which the sources report this index. */
  async at(ticks: number): Promise<unknown[]> {
    this.quote = quote(ticks, this.nowMs + 1_000);
    await this.after(1);
    return [this.status, this.markTicks];
  }

  /** Calls `at` five times, because the index must be confirmed five times before a protected market opens. */
  async reopenedAt(ticks: number): Promise<unknown[]> {
    for (let i = 0; i < 4; i += 1) {
      await this.at(ticks);
      expect(this.status).toBe('cancel_only');
    }
    return this.at(ticks);
  }
}

test('the mark price follows the index even while the database does not respond', async () => {
  const world = new World();
  world.databaseAnswers = new Promise(() => {});
  world.quote = { ticks: 1_010, atMs: world.nowMs };
  void world.after(1);
  await expect.poll(() => world.markTicks).toBe(1_010);
});

test('after an outage, an open market whose mark is far from the index accepts only cancellations until its mark reaches the index', async () => {
  const world = new World();
  await world.after(1);
  world.nowMs += 600_000;
  world.feed = world.newFeed();
  world.sent.length = 0;
  const follow = async () => {
    world.quote = quote(1_050, world.nowMs + 1_000);
    await world.after(1);
    return [world.status, world.markTicks, world.protectedMarkets.size];
  };
  expect(await follow()).toEqual(['cancel_only', 1_030, 1]);
  expect(await follow()).toEqual(['open', 1_050, 0]);
  expect(world.sent).toEqual(['SetMarketStatus', 'SetMarkPrice', 'SetMarkPrice', 'SetMarketStatus']);
});

test.each(['protect', 'open'] as const)(
  'a market that the core halts while the command to %s it is under way stays halted',
  async (what) => {
    const world = new World();
    await world.after(1);
    if (what === 'open') {
      world.quote = undefined;
      await world.after(0);
      await world.after(31);
      expect(world.status).toBe('cancel_only');
      for (let cycle = 0; cycle < 4; cycle += 1) await world.at(1_000);
    }
    world.sent.length = 0;
    const log = Promise.withResolvers<void>();
    world.logAnswers = log.promise;
    const cycle = world.at(what === 'open' ? 1_000 : 850);
    await expect.poll(() => world.sent).toContain('SetMarketStatus');
    world.status = 'halted';
    log.resolve();
    await cycle;
    expect(world.status).toBe('halted');
    await world.at(1_000);
    expect([world.status, world.protectedMarkets.size]).toEqual(['halted', 0]);
  },
);

test('a market accepts only cancellations while its mark is more than one step away from the index', async () => {
  const world = new World();
  await world.after(1);
  world.sent.length = 0;
  expect(await world.at(850)).toEqual(['cancel_only', 971]);
  // The market is protected before its mark price moves, so that nobody trades at the old price.
  expect(world.sent).toEqual(['SetMarketStatus', 'SetMarkPrice']);
  const seen = [];
  for (let i = 0; i < 5; i += 1) seen.push(await world.at(850));
  expect(seen.map(([status]) => status)).toEqual([...Array(4).fill('cancel_only'), 'open']);
  expect(world.markTicks).toBe(850);
});

test('an index that is confirmed only now and then keeps a market open only while its mark follows it', async () => {
  const world = new World();
  await world.after(1);
  for (let second = 1; second <= 120; second += 1) {
    const truth = Math.max(700, 1_000 - 5 * second);
    world.quote = second % 29 === 0 ? quote(truth, world.nowMs + 1_000) : undefined;
    await world.after(1);
    if (second >= 29 && world.status === 'open') expect(world.markTicks / truth - 1).toBeLessThan(0.04);
  }
  expect(world.status).toBe('cancel_only');
});

test.each(['wall', 'steady'] as const)(
  'a market is protected in time even if the %s clock stands still',
  async (which) => {
    const world = new World();
    await world.at(1_000);
    world.quote = undefined;
    const stopped = { wall: 'nowMs', steady: 'steadyMs' } as const;
    const [wallMs, steadyMs] = [world.nowMs, world.steadyMs];
    for (let i = 0; i < 3; i += 1) {
      expect(world.status).toBe('open');
      await world.after(1);
      world[stopped[which]] = which === 'wall' ? wallMs : steadyMs;
    }
    await world.after(1);
    expect(world.status).toBe('cancel_only');
  },
);

test('a market is protected while the database does not respond, and its row is written later', async () => {
  const world = new World();
  await world.after(1);
  const answers = Promise.withResolvers<void>();
  world.databaseAnswers = answers.promise;
  world.quote = undefined;
  world.nowMs += 31_000;
  await world.feed.run();
  expect([world.status, world.protectedMarkets.size]).toEqual(['cancel_only', 0]);
  const written = world.feed.writeProtected();
  // While the write is in progress, the mark price follows the index, and the market opens.
  world.quote = quote(1_010, world.nowMs);
  for (let i = 0; i < 5; i += 1) await world.feed.run();
  expect([world.status, world.markTicks]).toEqual(['open', 1_010]);
  answers.resolve();
  await written;
  await world.feed.writeProtected();
  expect(world.protectedMarkets.size).toBe(0);
});

test('a market stays protected if the mark price with which it would open is refused', async () => {
  const world = new World();
  world.quote = undefined;
  await world.after(0);
  expect(world.status).toBe('cancel_only');
  world.mostMarkTicks = 1_000;
  world.sent.length = 0;
  expect(await world.at(1_020)).toEqual(['cancel_only', 1_000]);
  expect(world.sent).toEqual(['SetMarkPrice']);
});

describe('an index that returns after half a minute, far from the mark price', () => {
  test.each(['same', 'next'] as const)(
    'leaves the market of the %s feed protected until an operator stops it',
    async (which) => {
      const world = new World();
      await world.after(1);
      world.quote = undefined;
      await world.after(31);
      if (which === 'next') await world.restart();
      for (let i = 0; i < 5; i += 1) expect(await world.at(740)).toEqual(['cancel_only', 1_000]);
      expect([world.held, world.feed.isHeld(7)]).toEqual([[[7, 1_000, 740]], true]);
      await world.feed.stop(7, () => world.submit({ kind: 'SetMarketStatus', market: 7, status: 'halted' }));
      for (let i = 0; i < 11; i += 1) await world.at(740);
      expect([world.status, world.markTicks, world.feed.isHeld(7)]).toEqual(['halted', 740, false]);
    },
  );

  test('moves the mark price again once the index is near it', async () => {
    const world = new World();
    await world.after(1);
    world.quote = undefined;
    await world.after(31);
    expect(await world.at(740)).toEqual(['cancel_only', 1_000]);
    expect(await world.at(760)).toEqual(['cancel_only', 971]);
  });

  test('is followed immediately if it was confirmed all the time', async () => {
    const world = new World();
    await world.after(1);
    expect(await world.at(700)).toEqual(['cancel_only', 971]);
    expect(await world.at(650)).toEqual(['cancel_only', 943]);
  });
});

describe('two sources that confirm no index', () => {
  test.each([
    ['below', 850, 862, 862],
    ['above', 1_150, 1_165, 1_150],
  ])('move the mark to the nearer one if both are %s it, while the market is protected', async (_, one, other, end) => {
    const world = new World();
    world.hasTwoSources = true;
    world.feed = world.newFeed();
    world.otherQuote = quote(1_000, world.nowMs + 1_000);
    await world.at(1_000);
    for (let i = 0; i < 10; i += 1) {
      world.otherQuote = quote(other, world.nowMs + 1_000);
      expect((await world.at(one))[0]).toBe('cancel_only');
    }
    expect(world.markTicks).toBe(end);
    world.otherQuote = quote(one, world.nowMs + 5_000);
    expect((await world.reopenedAt(one))[0]).toBe('open');
  });

  test('move nothing if the mark is between them, or if only one is fresh', () => {
    expect(nearerTicks([quote(950), quote(1_050)], NOW, 2, 1_000)).toBeUndefined();
    expect(nearerTicks([quote(950), quote(960, NOW - 10_001)], NOW, 2, 1_000)).toBeUndefined();
    expect(nearerTicks([quote(950), { ...quote(960), isCompared: true }], NOW, 1, 1_000)).toBeUndefined();
    expect(nearerTicks([quote(950), quote(970), quote(900)], NOW, 2, 1_000)).toBe(970);
  });
});

test('the mark price is reliable only while the quotes that confirm the index are newer than three seconds', async () => {
  const world = new World();
  await world.after(0);
  world.nowMs += 2_999;
  expect(world.feed.isMarkReliable(7)).toBe(true);
  world.nowMs += 1;
  expect(world.feed.isMarkReliable(7)).toBe(false);
});

test('the mark price is reliable only while a confirmed index is near it', async () => {
  const world = new World();
  await world.after(0);
  expect(world.feed.isMarkReliable(7)).toBe(true);
  world.quote = quote(1_011);
  expect(world.feed.isMarkReliable(7)).toBe(false);
  world.quote = quote(1_010);
  expect(world.feed.isMarkReliable(7)).toBe(true);
  world.quote = undefined;
  expect(world.feed.isMarkReliable(7)).toBe(false);
});

test('calls that move the mark to the index take no more than one step a second', async () => {
  const world = new World();
  await world.after(1);
  world.quote = quote(1_020);
  expect(await world.feed.markAtIndex(7)).toBeUndefined();
  world.nowMs += 1_000;
  expect(await world.feed.markAtIndex(7)).toBe(1_020);
  world.quote = quote(1_040, world.nowMs);
  expect(await world.feed.markAtIndex(7)).toBeUndefined();
});

test.each([
  ['fails', () => Promise.reject(new Error('no database'))],
  ['does not respond', () => new Promise<void>(() => {})],
])(
  'while the database with the choices of index sources %s, a new leader protects every market after three seconds',
  async (_, load) => {
    const world = new World();
    await world.after(1);
    world.feed = world.newFeed();
    world.loadChoices = load;
    for (let second = 0; second < 3; second += 1) {
      await expect(world.at(1_000)).rejects.toThrow();
      expect(world.status).toBe('open');
    }
    await expect(world.at(1_000)).rejects.toThrow();
    expect(world.status).toBe('cancel_only');
    expect(world.feed.isMarkReliable(7)).toBe(false);
    await expect(world.at(1_200)).rejects.toThrow();
    expect(world.markTicks).toBe(1_000);
    world.loadChoices = async () => {};
    expect(await world.at(1_000)).toEqual(['open', 1_000]);
  },
);

test('an open market becomes cancel-only immediately if a new server has no index for it, and reopens with the index', async () => {
  const world = new World();
  await world.after(1);
  world.nowMs += 3_600_000;
  world.feed = world.newFeed();
  world.quote = undefined;
  await world.after(0);
  expect([world.status, world.markTicks, world.protectedMarkets.size]).toEqual(['cancel_only', 1_000, 1]);
  expect(await world.at(1_010)).toEqual(['open', 1_010]);
  expect(world.protectedMarkets.size).toBe(0);
});

test('an open market whose sources differ when a new server starts opens after five confirmed cycles', async () => {
  const world = new World();
  world.hasTwoSources = true;
  world.feed = world.newFeed();
  world.otherQuote = quote(1_020, world.nowMs + 1_000);
  expect(await world.at(1_000)).toEqual(['cancel_only', 1_000]);
  world.otherQuote = quote(1_000, world.nowMs + 5_000);
  expect(await world.reopenedAt(1_000)).toEqual(['open', 1_000]);
});

describe('a market whose index is unconfirmed', () => {
  test('accepts only cancellations after three seconds, and opens once the index is confirmed', async () => {
    const world = new World();
    await world.at(1_000);
    world.quote = undefined;
    await world.after(2);
    expect(world.status).toBe('open');
    await world.after(1);
    expect(world.status).toBe('cancel_only');
    expect(await world.reopenedAt(1_010)).toEqual(['open', 1_010]);
    expect(world.protectedMarkets.size).toBe(0);
  });

  test('accepts only cancellations ten seconds after the sources have stopped, not thirteen', async () => {
    const world = new World();
    await world.after(1);
    const stoppedMs = world.nowMs;
    world.quote = quote(1_000, stoppedMs);
    while (world.status === 'open') await world.after(0.5);
    expect(world.nowMs - stoppedMs).toBe(10_500);
  });

  test('stays open while both sources are quiet for six seconds at a time', async () => {
    const world = new World();
    world.hasTwoSources = true;
    world.feed = world.newFeed();
    for (let second = 1; second <= 60; second += 1) {
      // The quote of each source changes only every six seconds.
      const atMs = world.nowMs + 1_000;
      if (second % 6 === 1) world.quote = quote(1_000, atMs);
      if (second % 6 === 4 || second === 1) world.otherQuote = quote(1_000, atMs);
      await world.after(1);
      expect(world.status).toBe('open');
    }
  });

  test('keeps its newest confirmation if a later one needs older quotes', async () => {
    const world = new World();
    world.hasTwoSources = true;
    world.feed = world.newFeed();
    const third: { quote: IndexQuote | undefined } = { quote: undefined };
    world.feed.add({ name: 'a third test', quote: () => third.quote });
    world.quote = quote(1_000, world.nowMs);
    world.otherQuote = quote(1_000, world.nowMs + 9_000);
    third.quote = world.otherQuote;
    await world.after(9);
    // The index has just been confirmed by new quotes of the second and third source. The next confirmation needs the
    // quote of the first source, which is nine seconds old.
    third.quote = undefined;
    await world.after(1);
    world.quote = undefined;
    await world.after(1);
    expect(world.status).toBe('open');
    await world.after(1);
    expect(world.status).toBe('cancel_only');
  });

  test('stays protected until the index has been confirmed five times without a gap', async () => {
    const world = new World();
    await world.at(1_000);
    world.quote = undefined;
    await world.after(3);
    for (let round = 0; round < 10; round += 1) {
      for (let i = 0; i < 4; i += 1) expect(await world.at(1_010)).toEqual(['cancel_only', 1_010]);
      world.quote = undefined;
      await world.after(1);
      expect(world.status).toBe('cancel_only');
    }
    expect(await world.reopenedAt(1_010)).toEqual(['open', 1_010]);
  });

  test('stays protected if its two sources differ, and agree for a moment now and then', async () => {
    const world = new World();
    world.hasTwoSources = true;
    world.feed = world.newFeed();
    for (let second = 1; second <= 60; second += 1) {
      const difference = second === 1 || second % 5 === 0 ? 0 : 20;
      world.otherQuote = quote(1_000 + difference, world.nowMs + 1_000);
      await world.at(1_000);
      if (second >= 4) expect(world.status).toBe('cancel_only');
    }
  });

  test.each(['same', 'next'] as const)('is opened by the %s server after its mark has moved', async (which) => {
    const world = new World();
    world.quote = undefined;
    await world.after(0);
    await world.after(31);
    if (which === 'next') await world.restart();
    // A server that found the market open when it started needs only one confirmation. The next server finds the market
    // protected and needs five: four here, and the one below.
    if (which === 'next') for (let i = 0; i < 4; i += 1) await world.at(1_000);
    world.sent.length = 0;
    await world.at(1_020);
    expect(world.sent).toEqual(['SetMarkPrice', 'SetMarketStatus']);
  });

  test('stays stopped until its mark is within one step of the index', async () => {
    const world = new World();
    world.quote = undefined;
    await world.after(0);
    await world.after(31);
    for (let i = 1; i <= 5; i += 1)
      expect(await world.at(1_200)).toEqual(['cancel_only', [1_030, 1_061, 1_093, 1_126, 1_160][i - 1]]);
    expect([await world.at(1_200), world.protectedMarkets.size]).toEqual([['cancel_only', 1_195], 1]);
    expect([await world.at(1_200), world.protectedMarkets.size]).toEqual([['open', 1_200], 0]);
  });

  test('is opened by the next server after a restart', async () => {
    const world = new World();
    world.quote = undefined;
    await world.after(0);
    await world.after(31);
    expect(world.status).toBe('cancel_only');
    await world.restart();
    expect(await world.reopenedAt(1_000)).toEqual(['open', 1_000]);
  });

  test.each(['same', 'next'] as const)('is protected by the %s server if the first command failed', async (which) => {
    const world = new World();
    await world.after(0);
    world.quote = undefined;
    world.isLogAvailable = false;
    await expect(world.after(31)).rejects.toThrow(LeaseLost);
    expect(world.status).toBe('open');
    world.isLogAvailable = true;
    if (which === 'next') world.feed = world.newFeed();
    await world.after(0);
    await world.after(31);
    expect(world.status).toBe('cancel_only');
    for (let i = 0; i < 5; i += 1) await world.at(1_000);
    expect([world.status, world.protectedMarkets.size]).toEqual(['open', 0]);
  });

  test('stays stopped once an operator has stopped it too', async () => {
    const world = new World();
    world.quote = undefined;
    await world.after(0);
    await world.after(31);
    expect([world.status, world.feed.isProtected(7)]).toEqual(['cancel_only', true]);
    await world.feed.stop(7, async () => {});
    expect([world.feed.isProtected(7), world.protectedMarkets.size]).toEqual([false, 0]);
    for (let i = 0; i < 6; i += 1) await world.at(1_000);
    expect(world.status).toBe('cancel_only');
  });

  test.each(['before', 'after'] as const)(
    'is halted by an operator while the database does not respond, %s its row is read, and the row is deleted later',
    async (when) => {
      const world = new World();
      world.quote = undefined;
      await world.after(0);
      expect([world.status, world.protectedMarkets.size]).toEqual(['cancel_only', 1]);
      const answers = Promise.withResolvers<void>();
      world.databaseAnswers = answers.promise;
      if (when === 'before') world.feed = world.newFeed();
      await world.feed.stop(7, () => world.submit({ kind: 'SetMarketStatus', market: 7, status: 'halted' }));
      expect([world.status, world.feed.isProtected(7), world.protectedMarkets.size]).toEqual(['halted', false, 1]);
      answers.resolve();
      for (let i = 0; i < 6; i += 1) await world.at(1_000);
      expect([world.status, world.feed.isProtected(7), world.protectedMarkets.size]).toEqual(['halted', false, 0]);
    },
  );

  test('is stopped by an operator for good only once its row is deleted', async () => {
    const world = new World();
    world.quote = undefined;
    await world.after(0);
    const answers = Promise.withResolvers<void>();
    world.databaseAnswers = answers.promise;
    let isAnswered = false;
    const stopped = world.feed
      .stop(7, () => world.submit({ kind: 'SetMarketStatus', market: 7, status: 'cancel_only' }))
      .then(() => {
        isAnswered = true;
      });
    await turn();
    expect([isAnswered, world.feed.isProtected(7), world.protectedMarkets.size]).toEqual([false, false, 1]);
    answers.resolve();
    await stopped;
    expect(world.protectedMarkets.size).toBe(0);
  });

  test('that an operator halts without its row being deleted is not opened by the next server', async () => {
    const world = new World();
    world.quote = undefined;
    await world.after(0);
    world.databaseAnswers = new Promise(() => {});
    await world.feed.stop(7, () => world.submit({ kind: 'SetMarketStatus', market: 7, status: 'halted' }));
    world.databaseAnswers = Promise.resolve();
    await world.restart();
    for (let i = 0; i < 6; i += 1) await world.at(1_000);
    expect([world.status, world.feed.isProtected(7), world.protectedMarkets.size]).toEqual(['halted', false, 0]);
  });

  test.each([
    ['stops', 'operator'],
    ['stops', 'feed'],
    ['opens', 'operator'],
    ['opens', 'feed'],
  ] as const)('is halted if an operator halts it while the feed %s it, and the %s is first', async (act, first) => {
    const world = new World();
    world.quote = undefined;
    await world.after(0);
    if (act === 'opens') {
      await world.after(31);
      for (let i = 0; i < 4; i += 1) await world.at(1_000);
      world.quote = quote(1_000, world.nowMs + 31_000);
    }
    const answers = Promise.withResolvers<void>();
    world.logAnswers = answers.promise;
    const halt = () => world.feed.stop(7, () => world.submit({ kind: 'SetMarketStatus', market: 7, status: 'halted' }));
    const follow = () => world.after(31);
    const both: Promise<void>[] = [];
    for (const start of first === 'feed' ? [follow, halt] : [halt, follow]) {
      both.push(start());
      // The second operation starts while the command of the first one is in flight.
      await turn();
    }
    answers.resolve();
    await Promise.all(both);
    await world.after(1);
    expect([world.status, world.protectedMarkets.size]).toEqual(['halted', 0]);
  });

  test('stays in the state that an operator chose', async () => {
    const world = new World();
    world.status = 'cancel_only';
    world.quote = undefined;
    await world.after(0);
    await world.after(31);
    for (let i = 0; i < 6; i += 1) await world.at(1_000);
    expect([world.status, world.protectedMarkets.size]).toEqual(['cancel_only', 0]);
  });
});
