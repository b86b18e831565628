import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Loop } from './loop.ts';

const HOUR_MS = 3_600_000;

/** A loop whose cycles end when the test ends them, one by one. */
function heldLoop({ everyMs = HOUR_MS, isFirstLater = false } = {}) {
  const ends: ((hasMore: boolean | Error) => void)[] = [];
  const logged: unknown[] = [];
  let started = 0;
  let atOnce = 0;
  let mostAtOnce = 0;
  const loop = new Loop({
    name: 'held',
    everyMs,
    isFirstLater,
    cycle: async () => {
      started += 1;
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      const hasMore = await new Promise<boolean | Error>((resolve) => ends.push(resolve));
      atOnce -= 1;
      if (hasMore instanceof Error) throw hasMore;
      return hasMore;
    },
    log: { error: (fields: unknown) => void logged.push(fields) },
  });
  const end = async (hasMore: boolean | Error = false) => {
    ends.shift()?.(hasMore);
    await turn();
    await turn();
  };
  return { loop, end, logged, started: () => started, mostAtOnce: () => mostAtOnce };
}

test('a loop’s first cycle begins at its start, or one period later if requested', async () => {
  const [now, later] = [heldLoop(), heldLoop({ isFirstLater: true })];
  now.loop.start();
  later.loop.start();
  expect([now.started(), later.started()]).toEqual([1, 0]);
  await now.end();
  await Promise.all([now.loop.stop(), later.loop.stop()]);
});

test('a loop’s cycles repeat every period, never two at once', async () => {
  const held = heldLoop({ everyMs: 2 });
  held.loop.start();
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(held.started()).toBe(1);
  await held.end();
  await expect.poll(held.started).toBe(2);
  expect(held.mostAtOnce()).toBe(1);
  const stopped = held.loop.stop();
  await held.end();
  await stopped;
});

test('calls to poke() during a cycle cause exactly one more cycle', async () => {
  const held = heldLoop();
  held.loop.start();
  held.loop.poke();
  held.loop.poke();
  expect(held.started()).toBe(1);
  await held.end();
  expect(held.started()).toBe(2);
  await held.end();
  expect(held.started()).toBe(2);
  await held.loop.stop();
});

test('a cycle that has more to do is followed immediately by another', async () => {
  const held = heldLoop();
  held.loop.start();
  await held.end(true);
  expect(held.started()).toBe(2);
  await held.end();
  expect(held.started()).toBe(2);
  await held.loop.stop();
});

test('next() resolves after a whole cycle that began after the call', async () => {
  const held = heldLoop();
  held.loop.start();
  let isDone = false;
  const next = held.loop.next().then(() => {
    isDone = true;
  });
  await held.end();
  expect([held.started(), isDone]).toEqual([2, false]);
  await held.end();
  await next;
  await held.loop.stop();
});

test('a cycle that throws is logged with the loop’s name, and the next one runs', async () => {
  const held = heldLoop();
  held.loop.start();
  const reason = new Error('the database is unreachable');
  await held.end(reason);
  expect(held.logged).toEqual([{ err: reason, loop: 'held' }]);
  held.loop.poke();
  expect(held.started()).toBe(2);
  await held.end();
  await held.loop.stop();
});

test('stop() waits for the running cycle and prevents further ones', async () => {
  const held = heldLoop();
  held.loop.start();
  held.loop.poke();
  let isStopped = false;
  const stopped = held.loop.stop().then(() => {
    isStopped = true;
  });
  await turn();
  expect(isStopped).toBe(false);
  await held.end(true);
  await stopped;
  held.loop.poke();
  await held.loop.next();
  expect(held.started()).toBe(1);
});
