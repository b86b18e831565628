import { expect, test } from 'vitest';
import { asVisitor, PasswordLine } from './password-line.ts';

/** A `PasswordLine` with tasks that end when the test ends them. Records the order in which the tasks began. */
function workshop() {
  const line = new PasswordLine(2);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const piece = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      ends.set(name, () => resolve(name));
    });
  const finish = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const client = (name: string, isRefusable = true) => line.run(piece(name), isRefusable);
  const visitor = (name: string, gone = new AbortController(), isRefusable = true) =>
    asVisitor(gone.signal, () => line.run(piece(name), isRefusable));
  const owner = (id: string, name: string) => line.runFor(id, piece(name));
  return { begun, finish, client, owner, visitor };
}

test('two hashes run concurrently, and a client waits for at most one visitor’s hash, however many are queued', async () => {
  const { begun, finish, client, visitor } = workshop();
  const all = ['s1', 's2', 's3', 's4', 's5'].map((name) => visitor(name));
  all.push(client('c1'), client('c2'));
  expect(begun).toEqual(['s1', 's2']);
  for (const name of ['s1', 's2', 'c1', 's3', 'c2', 's4', 's5']) await finish(name);
  await Promise.all(all);
  expect(begun.slice(0, 4).filter((name) => name.startsWith('c'))).toHaveLength(1);
  expect(begun.slice(2, 6).sort()).toEqual(['c1', 'c2', 's3', 's4']);
});

test('a disconnected request is not hashed and frees its slot immediately', async () => {
  const { begun, finish, visitor } = workshop();
  const gone = new AbortController();
  const first = [visitor('a'), visitor('b')];
  const left = visitor('left', gone);
  const last = visitor('last');
  gone.abort();
  await expect(left).rejects.toMatchObject({ code: 'busy' });
  for (const name of ['a', 'b', 'last']) await finish(name);
  await Promise.all([...first, last]);
  expect(begun).toEqual(['a', 'b', 'last']);
});

test('a disconnected request is still hashed if something has already been done for it', async () => {
  const { begun, finish, visitor } = workshop();
  const gone = new AbortController();
  const all = [visitor('a'), visitor('b'), visitor('half done', gone, false)];
  gone.abort();
  all.push(visitor('gone before', gone, false));
  for (const name of ['a', 'b', 'half done', 'gone before']) await finish(name);
  expect(await Promise.all(all)).toEqual(begun);
});

test('when fifty requests wait, the next is refused, unless something has already been done for it', async () => {
  const { begun, finish, client } = workshop();
  const taken = Array.from({ length: 52 }, (_, count) => client(`c${count}`));
  await expect(client('one too many')).rejects.toMatchObject({ code: 'busy' });
  taken.push(client('half done', false));
  for (let count = 0; count < 52; count += 1) await finish(`c${count}`);
  await finish('half done');
  await Promise.all(taken);
  expect(begun).toHaveLength(53);
});

test('a client has at most two hashes running or waiting, so that others are served', async () => {
  const { begun, finish, owner } = workshop();
  const taken = ['a1', 'a2'].map((name) => owner('a', name));
  await expect(owner('a', 'a3')).rejects.toMatchObject({ code: 'busy' });
  taken.push(owner('b', 'b1'));
  await finish('a1');
  taken.push(owner('a', 'a4'));
  for (const name of ['a2', 'b1', 'a4']) await finish(name);
  await Promise.all(taken);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a4']);
});

test('a client has a burst of forty checks, then one a second; refused ones take no slot', async () => {
  let nowMs = 0;
  const line = new PasswordLine(2, () => nowMs);
  const check = () => line.runFor('a', async () => 'done');
  for (let count = 0; count < 40; count += 1) expect(await check()).toBe('done');
  for (let count = 0; count < 3; count += 1)
    await expect(check()).rejects.toMatchObject({ code: 'too_many_requests', parameters: { seconds: '1' } });
  nowMs += 1_000;
  expect(await check()).toBe('done');
  await expect(check()).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(await line.runFor('b', async () => 'done')).toBe('done');
});

test('when fifty requests wait, the most frequent recent caller’s request is dropped', async () => {
  const { begun, finish, owner } = workshop();
  for (const name of ['o1', 'o2', 'o3']) {
    const check = owner('often', name);
    await finish(name);
    await check;
  }
  const taken = Array.from({ length: 51 }, (_, count) => owner(`c${count}`, `c${count}`));
  const often = owner('often', 'o4');
  taken.push(owner('rare', 'r1'));
  await expect(often).rejects.toMatchObject({ code: 'busy' });
  await expect(owner('often', 'o5')).rejects.toMatchObject({ code: 'busy' });
  for (let count = 0; count < 51; count += 1) await finish(`c${count}`);
  await finish('r1');
  await Promise.all(taken);
  expect(begun).toHaveLength(3 + 52);
});

test.each([26, 52, 90])('%i clients that call without pause do not block the others', async (clients) => {
  let nowMs = 0;
  const line = new PasswordLine(2, () => nowMs);
  const ends: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => ends.push(resolve));
  const asking = new Set<number>();
  const outcomes: string[] = [];
  const honest: Promise<unknown>[] = [];
  // Twenty seconds in steps of 25 ms, each of which completes two hashes.
  for (let step = 0; step < 800; step += 1) {
    for (let place = 0; place < 2 * clients; place += 1) {
      if (asking.has(place)) continue;
      asking.add(place);
      const stop = () => asking.delete(place);
      line.runFor(`a${place >> 1}`, work).then(stop, stop);
    }
    const note = (outcome: string) => outcomes.push(outcome);
    if (step % 40 === 39)
      honest.push(
        line.runFor('honest', work).then(
          () => note('done'),
          ({ code }) => note(code),
        ),
      );
    for (const end of ends.splice(0)) end();
    nowMs += 25;
    await new Promise((resolve) => setImmediate(resolve));
  }
  while (ends.length > 0) {
    for (const end of ends.splice(0)) end();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(honest);
  expect(outcomes).toEqual(Array(20).fill('done'));
});
