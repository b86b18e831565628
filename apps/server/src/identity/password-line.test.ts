import { expect, test } from 'vitest';
import { asStranger, PasswordLine } from './password-line.ts';

/** Work that ends when it is told to; the order in which pieces began. */
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
  const stranger = (name: string, gone = new AbortController()) =>
    asStranger(gone.signal, () => line.run(piece(name), true));
  const owner = (id: string, name: string) => line.runFor(id, piece(name));
  return { begun, finish, client, owner, stranger };
}

test('two at once; a client waits for one stranger at most, however many stand before', async () => {
  const { begun, finish, client, stranger } = workshop();
  const all = ['s1', 's2', 's3', 's4', 's5'].map((name) => stranger(name));
  all.push(client('c1'), client('c2'));
  expect(begun).toEqual(['s1', 's2']);
  for (const name of ['s1', 's2', 'c1', 's3', 'c2', 's4', 's5']) await finish(name);
  await Promise.all(all);
  expect(begun.slice(0, 4).filter((name) => name.startsWith('c'))).toHaveLength(1);
  expect(begun.slice(2, 6).sort()).toEqual(['c1', 'c2', 's3', 's4']);
});

test('whoever has gone is not hashed for, and makes room at once', async () => {
  const { begun, finish, stranger } = workshop();
  const gone = new AbortController();
  const first = [stranger('a'), stranger('b')];
  const left = stranger('left', gone);
  const last = stranger('last');
  gone.abort();
  await expect(left).rejects.toMatchObject({ code: 'busy' });
  for (const name of ['a', 'b', 'last']) await finish(name);
  await Promise.all([...first, last]);
  expect(begun).toEqual(['a', 'b', 'last']);
});

test('beyond fifty that wait the next is refused, unless something has been done for it already', async () => {
  const { begun, finish, client } = workshop();
  const taken = Array.from({ length: 52 }, (_, count) => client(`c${count}`));
  await expect(client('one too many')).rejects.toMatchObject({ code: 'busy' });
  taken.push(client('half done', false));
  for (let count = 0; count < 52; count += 1) await finish(`c${count}`);
  await finish('half done');
  await Promise.all(taken);
  expect(begun).toHaveLength(53);
});

test('one client has two places, running or waiting, and leaves the others theirs', async () => {
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
