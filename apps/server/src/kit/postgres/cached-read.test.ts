import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { CachedRead } from './cached-read.ts';
import type { ChannelConnection } from './shared-connection.ts';

function cached() {
  const pending: ((value: string) => void)[] = [];
  const connection = Object.assign(new EventEmitter(), { query: async () => ({ rows: [] }), end: async () => {} });
  const data = new CachedRead({
    connect: async () => connection as unknown as ChannelConnection,
    channel: 'changes',
    read: () => new Promise<string>((resolve) => pending.push(resolve)),
    first: 'first',
  });
  return { data, connection, answer: (read: number, value: string) => pending[read]?.(value) };
}

test('after a refresh the value is at least as new as the refresh, although a newer read has begun meanwhile', async () => {
  const { data, answer } = cached();
  const earlier = data.refresh();
  const later = data.refresh();
  answer(0, 'second');
  await earlier;
  expect(data.value).toBe('second');
  answer(1, 'third');
  await later;
  expect(data.value).toBe('third');
});

test('an older read that ends later does not replace a newer one', async () => {
  const { data, answer } = cached();
  const earlier = data.refresh();
  const later = data.refresh();
  answer(1, 'third');
  await later;
  answer(0, 'second');
  await earlier;
  expect(data.value).toBe('third');
});

test('a notification on the channel reads the data again', async () => {
  const { data, connection, answer } = cached();
  const opened = data.open();
  await expect.poll(() => connection.listenerCount('notification')).toBe(1);
  await new Promise((passed) => setTimeout(passed, 0));
  answer(0, 'opened');
  await opened;
  connection.emit('notification', { channel: 'changes', payload: 'a change' });
  answer(1, 'changed');
  await expect.poll(() => data.value).toBe('changed');
  await data.close();
});
