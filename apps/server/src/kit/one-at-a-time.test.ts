import { expect, test } from 'vitest';
import { OneAtATime } from './one-at-a-time.ts';

const never = () => new Promise<void>(() => {});

test('tasks with the same key run in order, one at a time, concurrently with those of another key', async () => {
  const turns = new OneAtATime(3);
  const log: string[] = [];
  let end = () => {};
  const first = turns.run('a', () => new Promise<void>((resolve) => (end = resolve)));
  const second = turns.run('a', async () => void log.push('second'));
  await turns.run('b', async () => void log.push('other'));
  expect(log).toEqual(['other']);
  end();
  await Promise.all([first, second]);
  expect(log).toEqual(['other', 'second']);
});

test('beyond the limit, further tasks with a key are refused as busy; a failed task frees its slot', async () => {
  const turns = new OneAtATime(2);
  await expect(turns.run('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  void turns.run('a', never);
  await expect(turns.run('a', never, 1)).rejects.toMatchObject({ code: 'busy' });
  void turns.run('a', never);
  await expect(turns.run('a', never)).rejects.toMatchObject({ code: 'busy' });
  expect(await turns.run('b', async () => 'done')).toBe('done');
});
