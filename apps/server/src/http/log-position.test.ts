import { expect, test } from 'vitest';
import { PositionWaits, type Source } from './log-position.ts';
import type { Session } from './session.ts';

/** A source that is behind until the test advances it past every position. */
function laggingSource() {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const source: Source = { position: () => 0, reached: () => promise };
  return { source, advance: () => resolve(true) };
}

const sessionOf = (owner: number) => ({ owner }) as Session;
const from = (ip: string, owner?: number) => ({ ip, session: owner === undefined ? undefined : sessionOf(owner) });

test.each([
  ['one address, whoever sends them', 50, (n: number) => from('192.0.2.1', n)],
  ['one client, whatever their address', 50, (n: number) => from(`198.51.100.${n}`, 1_000)],
  ['one IPv6 site, whatever the network', 200, (n: number) => from(`2001:db8:1:${n}::1`)],
])(
  'for %s, at most %i requests wait for a log position; requests of others are not affected',
  async (_, most, sender) => {
    const waits = new PositionWaits();
    const { source, advance } = laggingSource();
    const refused: number[] = [];
    const all = Array.from({ length: most + 5 }, async (_, n) => {
      if (!(await waits.until(source, 1, sender(n)))) refused.push(n);
    });
    await Promise.all(all.slice(most));
    expect(refused).toEqual([0, 1, 2, 3, 4].map((n) => most + n));
    const other = waits.until(source, 1, from('203.0.113.1', 2_000));
    advance();
    expect(await other).toBe(true);
    await Promise.all(all);
    expect(refused).toHaveLength(5);
    expect(await waits.until(source, 1, sender(0))).toBe(true);
  },
);

test('a request whose wait failed frees its slot', async () => {
  const waits = new PositionWaits();
  const source: Source = { position: () => 0, reached: () => Promise.reject(new Error('the lease is lost')) };
  for (let count = 0; count < 120; count += 1)
    await expect(waits.until(source, 1, from('192.0.2.1', 1_000))).rejects.toThrow('the lease is lost');
});
