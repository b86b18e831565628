import { logEntryKinds, type StreamMessage } from '@vitrine/contract';
import { type Command, type OwnerId, systemOwners } from '@vitrine/core';
import { assetUnits } from '@vitrine/money';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { BTC_USDT, client, deposit, limitOrder, seededCommands, USDT } from '../../projections/testing/seeded-flow.ts';
import { StreamWorld } from '../testing/stream-world.ts';
import { webEncoder } from '../web-encoder.ts';
import type { Subscriber } from './subscribers.ts';

type LogMessage = Extract<StreamMessage, { type: 'log_snapshot' | 'log' }>;

let world: StreamWorld;
beforeAll(async () => {
  world = await StreamWorld.open();
});
afterAll(() => world.close());
beforeEach(() => world.start({ booksEveryMs: 1_000_000, figuresEveryMs: 1_000_000 }));
afterEach(() => world.stop());

/** Subscribes to the log without a socket; `messages` contains what a page would receive. */
function follow() {
  const messages: LogMessage[] = [];
  const encode = webEncoder(world.instruments);
  const subscriber: Subscriber = {
    encode,
    isOpen: true,
    // The text of a frame begins after its header.
    sendFrame: (frame) => {
      const text = frame.toString();
      messages.push(JSON.parse(text.slice(text.indexOf('{'))));
    },
    charge: () => undefined,
    cutOff: (code) => {
      throw new Error(code);
    },
  };
  world.stream.hub.subscribe(subscriber, { channel: 'log' });
  return { messages, subscriber };
}

/** The log is sent with every second flush of the figures. */
function flush(): void {
  world.stream.hub.sendFigures();
  world.stream.hub.sendFigures();
}

const kindsOf = (message: LogMessage | undefined) => message?.entries.map(({ kind }) => kind);

const hold = (owner: OwnerId, units: number): Command => ({
  kind: 'HoldUnits',
  by: owner,
  purpose: 'withdrawal',
  asset: USDT,
  from: { owner, wallet: 'spot' },
  to: { owner: systemOwners.custody, wallet: 'spot' },
  units: assetUnits(units),
});

test('an entry has its position, kind and time; one that traded also has its last trade', () => {
  const { messages } = follow();
  const before = world.core.position;
  world.apply(
    deposit(client(1), USDT, 5),
    limitOrder(client(1), BTC_USDT, 'buy', 9_000, 3),
    limitOrder(client(2), BTC_USDT, 'sell', 9_000, 1),
    { kind: 'CancelAllOrders', owner: client(1), market: BTC_USDT },
  );
  flush();
  const [snapshot, update] = messages;
  expect(snapshot).toMatchObject({ type: 'log_snapshot', position: before, entries: [] });
  const time = world.core.timeMs;
  expect(update).toEqual({
    type: 'log',
    position: before + 4,
    time,
    entries: [
      { position: before + 1, kind: 'transfer', time },
      { position: before + 2, kind: 'order', time },
      {
        position: before + 3,
        kind: 'trade',
        time,
        trade: { name: 'BTCUSDT', coin: 'BTC', side: 'sell', px: '90.00', sz: '0.001' },
      },
      { position: before + 4, kind: 'cancel', time },
    ],
  });
});

test('an entry does not reveal its owner, amount, coin or purpose', async () => {
  const runs: LogMessage[][] = [];
  for (const [owner, units] of [
    [client(1), 7],
    [client(3), 90_000],
  ] as const) {
    await world.stop();
    await world.start({ booksEveryMs: 1_000_000, figuresEveryMs: 1_000_000 });
    const { messages } = follow();
    world.apply(
      deposit(owner, USDT, units),
      hold(owner, units),
      limitOrder(owner, BTC_USDT, 'buy', 9_000 + (owner % 7), (units % 50) + 1),
      { kind: 'FreezeOwner', owner },
    );
    flush();
    runs.push(messages);
  }
  const [one, other] = runs;
  expect(kindsOf(one?.at(-1))).toHaveLength(4);
  expect(one).toEqual(other);
});

test('only the newest entries of a long batch are listed, and the position includes the others', () => {
  const { messages } = follow();
  const before = world.core.position;
  world.apply(...Array.from({ length: 40 }, (_, n) => deposit(client(n % 5), USDT, n + 1)));
  flush();
  expect(messages.at(-1)).toMatchObject({ position: before + 40 });
  expect(messages.at(-1)?.entries.map(({ position }) => position - before)).toEqual([36, 37, 38, 39, 40]);
  const late = follow();
  expect(late.messages[0]?.entries.map(({ position }) => position - before)).toEqual(
    Array.from({ length: 12 }, (_, n) => 29 + n),
  );
});

test('regardless of how the log grows, entries have known kinds and ascending positions, and only trades have more fields', () => {
  const { messages } = follow();
  const flow = seededCommands(11, 5, (owner) => world.core.openOrders(owner).map((view) => view.order));
  for (let round = 0; round < 200; round += 1) {
    world.apply(flow.next().value);
    if (round % 7 === 0) flush();
  }
  flush();
  const entries = messages.flatMap((message) => message.entries);
  expect(entries.length).toBeGreaterThan(100);
  let last = 0;
  for (const entry of entries) {
    expect(entry.position).toBeGreaterThan(last);
    last = entry.position;
    expect(logEntryKinds).toContain(entry.kind);
    const fields = entry.kind === 'trade' ? ['position', 'kind', 'time', 'trade'] : ['position', 'kind', 'time'];
    expect(Object.keys(entry)).toEqual(fields);
  }
  expect(entries.some(({ kind }) => kind === 'trade')).toBe(true);
});

test('without readers the log is not processed, and without new entries nothing is sent', () => {
  const first = follow();
  world.stream.hub.unsubscribe(first.subscriber, { channel: 'log' });
  world.apply(deposit(client(1), USDT, 5));
  flush();
  expect(first.messages).toHaveLength(1);
  const { messages } = follow();
  expect(messages).toMatchObject([{ type: 'log_snapshot', position: world.core.position, entries: [] }]);
  flush();
  expect(messages).toHaveLength(1);
});
