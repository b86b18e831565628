import { expect, test } from 'vitest';
import { FewAtOnce } from './few-at-once.ts';

const NEVER = () => new AbortController().signal;

/** A task that runs until it is ended. */
class Task {
  isRunning = false;
  end = () => {};
  readonly run = () => {
    this.isRunning = true;
    return new Promise<void>((resolve) => {
      this.end = resolve;
    });
  };
}

test('two tasks of a client run, the third waits for one of them, and another client does not wait', async () => {
  const few = new FewAtOnce({ atOnce: 2, mostWaiting: 1 });
  const tasks = [new Task(), new Task(), new Task()];
  const runs = tasks.map(({ run }) => few.run('alice', NEVER, run));
  expect(tasks.map(({ isRunning }) => isRunning)).toEqual([true, true, false]);
  await expect(few.run('alice', NEVER, async () => {})).rejects.toMatchObject({ code: 'busy' });
  expect(await few.run('bob', NEVER, () => 'done')).toBe('done');
  tasks[0]?.end();
  await expect.poll(() => tasks[2]?.isRunning).toBe(true);
  for (const { end } of tasks) end();
  await Promise.all(runs);
  expect(await few.run('alice', NEVER, () => 'done')).toBe('done');
});

test('a waiting task whose caller disconnects is dropped; the next one runs, even after a failed task', async () => {
  const few = new FewAtOnce({ atOnce: 1, mostWaiting: 5 });
  const first = new Task();
  const gone = new AbortController();
  const failed = few.run('alice', NEVER, async () => {
    await first.run();
    throw new Error('failed');
  });
  const dropped = few.run(
    'alice',
    () => gone.signal,
    () => 'dropped',
  );
  const last = few.run('alice', NEVER, () => 'last');
  gone.abort();
  await expect(dropped).rejects.toMatchObject({ code: 'busy' });
  first.end();
  await expect(failed).rejects.toThrow('failed');
  expect(await last).toBe('last');
});
