import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { TurnLine } from './turn-line.ts';

const here = new AbortController().signal;

/** A `TurnLine` on the test's own clock. Each turn ends when the test ends it. Records the client of each turn. */
function workshop(terms: {
  atOnce: number;
  mostWaiting: number;
  mostWaitingOfOne?: number;
  restTimes?: number;
  leastUsedFirst?: boolean;
}) {
  const clock = { nowMs: 0 };
  const line = new TurnLine({ ...terms, now: () => clock.nowMs });
  const served: string[] = [];
  const ends: (() => void)[] = [];
  const turn = (client: string) =>
    new Promise<void>((resolve) => {
      served.push(client);
      ends.push(resolve);
    });
  const ask = (client: string) =>
    line
      .run(client, here, () => turn(client))
      .then(
        () => 'served',
        ({ code }) => code as string,
      );
  /** A task of three turns. */
  const askLong = async (client: string) => {
    const steps = async function* () {
      for (let step = 0; step < 3; step += 1) yield turn(client);
    };
    for await (const _ of line.inTurns(client, steps(), here));
  };
  const end = async () => {
    ends.shift()?.();
    for (let n = 0; n < 10; n += 1) await setImmediate();
  };
  return { clock, served, ask, askLong, end };
}

test('a client’s tasks run one at a time, with three waiting, while other clients’ tasks run', async () => {
  const { served, ask, end } = workshop({ atOnce: 2, mostWaiting: 10, mostWaitingOfOne: 3 });
  const own = Array.from({ length: 5 }, () => ask('ada'));
  const other = ask('bob');
  await setImmediate();
  expect(served).toEqual(['ada', 'bob']);
  for (let n = 0; n < 5; n += 1) await end();
  expect(await Promise.all([...own, other])).toEqual(['served', 'served', 'served', 'served', 'busy', 'served']);
});

test('first turns of clients who have used the least time come first, and used time is forgotten', async () => {
  const { clock, served, ask, end } = workshop({ atOnce: 1, mostWaiting: 10, leastUsedFirst: true });
  const asked = [ask('long'), ask('long'), ask('short'), ask('other')];
  await setImmediate();
  clock.nowMs += 5_000;
  await end();
  clock.nowMs += 10;
  await end();
  clock.nowMs += 20;
  await end();
  await end();
  expect(await Promise.all(asked)).toEqual(Array.from({ length: 4 }, () => 'served'));
  expect(served).toEqual(['long', 'short', 'other', 'long']);
  clock.nowMs += 3_600_000;
  const later = [ask('short'), ask('long'), ask('other')];
  await setImmediate();
  for (let n = 0; n < 3; n += 1) await end();
  await Promise.all(later);
  expect(served.slice(4)).toEqual(['short', 'long', 'other']);
});

test('a first turn waits for at most one turn of a task in progress, however many such tasks are waiting', async () => {
  const { served, ask, askLong, end } = workshop({ atOnce: 1, mostWaiting: 10 });
  const long = ['l1', 'l2', 'l3'].map(askLong);
  await setImmediate();
  for (let n = 0; n < 3; n += 1) await end();
  const before = served.length;
  const short = ask('short');
  for (let n = 0; n < 2; n += 1) await end();
  expect(served.slice(before, before + 2)).toContain('short');
  for (let n = 0; n < 10; n += 1) await end();
  await Promise.all([short, ...long]);
});

test('if the queue is full, a client served within the last hour is dropped in favor of one who was not', async () => {
  const { clock, served, ask, end } = workshop({ atOnce: 1, mostWaiting: 3 });
  const many = ['m1', 'm2', 'm3', 'm4'];
  const first = many.map(ask);
  // None of the waiting clients has been served before, so none is dropped.
  expect(await ask('early')).toBe('busy');
  expect(served).toEqual(['m1']);
  for (const _ of many) await end();
  await Promise.all(first);

  clock.nowMs += 10_000;
  const again = many.map(ask);
  const newcomer = ask('newcomer');
  await setImmediate();
  for (const _ of many) await end();
  expect(served.slice(4)).toEqual(['m1', 'm3', 'm4', 'newcomer']);
  expect((await Promise.all(again)).filter((outcome) => outcome === 'busy')).toHaveLength(1);
  expect(await newcomer).toBe('served');
});

test('after a turn its slot stays unused for a multiple of the turn’s time, but at most ten seconds', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => timers.mockRestore());
  for (const [turnMs, restMs] of [
    [1_000, 3_000],
    [60_000, 10_000],
  ] as const) {
    const { clock, served, ask, end } = workshop({ atOnce: 1, mostWaiting: 3, restTimes: 3 });
    for (const client of ['one', 'two']) void ask(client);
    await setImmediate();
    clock.nowMs += turnMs;
    await end();
    expect(timers).toHaveBeenLastCalledWith(expect.any(Function), restMs);
    expect(served).toEqual(['one']);
  }
});
