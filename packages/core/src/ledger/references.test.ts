import { assetUnits } from '@vitrine/money';
import { describe, expect, test } from 'vitest';
import { ALICE, BOB, Exchange, limit, opened, USDT } from '../../test/exchange.ts';
import { REFERENCE_LIFE_MS } from '../apply.ts';
import { CommandFields } from '../codec/generated-commands.ts';
import { KeyedHash, PLAIN_KEY } from '../columns/hash-key.ts';
import type { Transfer } from '../commands/transfer.ts';
import type { Reference } from '../vocabulary/terms.ts';
import { ReferenceTable } from './reference-table.ts';
import { References } from './references.ts';

const reference = (n: number, source: Reference['source'] = 'client'): Reference => ({
  source,
  words: [n, 2, 3, 0xffffffff],
});
const deposit = (units: number, by: Reference): Transfer => ({
  kind: 'Transfer',
  by: 1,
  purpose: 'deposit',
  legs: [
    { owner: 1, wallet: 'spot', asset: USDT, units: assetUnits(-units) },
    { owner: ALICE, wallet: 'spot', asset: USDT, units: assetUnits(units) },
  ],
  reference: by,
});

describe('references', () => {
  test('[R2] [R3] a repeated command changes nothing and returns the first result; other content is refused', () => {
    const exchange = opened();
    exchange.accept(deposit(5, reference(1)));
    const { position } = exchange.core;
    expect(exchange.do(deposit(5, reference(1)))).toEqual([{ kind: 'CommandRepeated', position, result: 0 }]);
    expect(exchange.refuse(deposit(6, reference(1)))).toBe('reference_conflict');
    expect(exchange.balance(ALICE, USDT)).toEqual([1_000_005, 0]);
    const order = { ...limit(BOB, 'buy', 1, 90), reference: reference(2) };
    exchange.accept(order);
    exchange.accept({ kind: 'CancelOrder', owner: BOB, order: 1 });
    expect(exchange.do(order)).toMatchObject([{ kind: 'CommandRepeated', result: 1 }]);
    exchange.verify();
  });

  test('the first acceptance of a repeated command can be queried, regardless of what has happened since', () => {
    const exchange = opened();
    const order = { ...limit(ALICE, 'buy', 1, 90), reference: reference(1) };
    expect(exchange.core.acceptanceOf(order)).toBeUndefined();
    exchange.accept(order);
    const { position } = exchange.core;
    exchange.accept({ kind: 'CancelOrder', owner: ALICE, order: 1 });
    expect(exchange.core.acceptanceOf(order)).toEqual({ position, result: 1 });
    expect(exchange.core.acceptanceOf({ ...order, reference: reference(2) })).toBeUndefined();
    expect(exchange.core.acceptanceOf({ ...order, ...limit(ALICE, 'buy', 2, 90) })).toBeUndefined();
    expect(exchange.core.acceptanceUnder(reference(1))).toEqual({ position, result: 1 });
    expect(exchange.core.acceptanceUnder(reference(2))).toBeUndefined();
    expect(exchange.core.acceptanceOf(limit(ALICE, 'buy', 1, 90))).toBeUndefined();
    expect(exchange.core.position).toBe(position + 1);
  });

  test('[R1] [R4] a reference is looked up before other checks, and a refused command does not use it up', () => {
    const exchange = opened();
    const order = { ...limit(ALICE, 'buy', 1_000_000, 90), reference: reference(1) };
    expect(exchange.refuse(order)).toBe('exceeds_balance');
    exchange.deposit(ALICE, USDT, 1e9);
    exchange.accept(order);
    exchange.accept({ kind: 'FreezeOwner', owner: ALICE });
    expect(exchange.do(order)).toMatchObject([{ kind: 'CommandRepeated', result: 1 }]);
  });

  test('references of clients and outside references are separate', () => {
    const exchange = opened();
    exchange.accept(deposit(5, reference(1)));
    exchange.accept(deposit(5, reference(1, 'outside')));
    expect(exchange.balance(ALICE, USDT)).toEqual([1_000_010, 0]);
  });

  test('[R5] [R6] a full reference store is busy until its oldest reference is an hour old; outside references never expire', () => {
    const exchange = new Exchange({ clientReferences: 3 });
    exchange.accept({ kind: 'RegisterAsset', asset: USDT, code: 'USDT', scale: 6 });
    for (const n of [1, 2, 3]) exchange.accept(deposit(n, reference(n)));
    expect(exchange.refuse(deposit(4, reference(4)))).toBe('busy');
    exchange.accept(deposit(4, reference(4, 'outside')));
    expect(exchange.do(deposit(1, reference(1)))[0]?.kind).toBe('CommandRepeated');
    exchange.timeMs += REFERENCE_LIFE_MS - 1;
    expect(exchange.refuse(deposit(5, reference(5)))).toBe('busy');
    exchange.timeMs += 1;
    exchange.restart({ clientReferences: 3 });
    exchange.accept(deposit(5, reference(5)));
    exchange.accept(deposit(1, reference(1)));
    expect(exchange.do(deposit(3, reference(3)))[0]?.kind).toBe('TransferPosted');
    expect(exchange.do(deposit(4, reference(4, 'outside')))[0]?.kind).toBe('CommandRepeated');
    exchange.verify();
  });

  test('a hundred thousand references are found, and removed when old, even after a restart', () => {
    const references = new References(new KeyedHash(PLAIN_KEY));
    // Starts shortly before the highest number, after which entries are numbered from zero again.
    const start = 2 ** 30 - 50_000;
    references.first = start;
    references.next = start;
    const number = (n: number) => (start + n) % 2 ** 30;
    const c = new CommandFields();
    const set = (n: number) => {
      c.word0 = Math.imul(n, 0x9e3779b1);
      c.word1 = (n % 1000) * 4096;
      c.word2 = n;
      c.word3 = 7;
    };
    for (let n = 0; n < 100_000; n++) {
      set(n);
      expect(references.find(c)).toBe(-1);
      references.add(c, n * 2 ** 20, n, 2 ** 41 + n);
      if (n % 3 === 2) references.dropFirst();
    }
    const restored = new References(new KeyedHash(PLAIN_KEY));
    restored.restore(references.columns());
    restored.reserve(2 ** 17);
    const dropped = 100_000 - references.count;
    expect(dropped).toBe(33_333);
    for (let n = 0; n < 100_000; n += 7) {
      set(n);
      const entry = references.find(c);
      expect(entry).toBe(n < dropped ? -1 : number(n));
      expect(restored.find(c)).toBe(n < dropped ? -1 : n - dropped);
      if (entry >= 0)
        expect([references.positionOf(entry), references.resultOf(entry), references.timeOf(entry)]).toEqual([
          n * 2 ** 20,
          n,
          2 ** 41 + n,
        ]);
    }
  });

  test('the table of references never fills while old entries are removed as new ones are added', () => {
    const table = ReferenceTable.for(1000);
    const tagOf = (n: number) => Math.imul(n, 0x9e3779b1) & ~0xff;
    for (let n = 0; n < 100_000; n++) {
      table.insert(tagOf(n), n);
      if (n >= 1000) table.remove(tagOf(n - 1000), n - 1000);
    }
    expect(table.isFull).toBe(false);
    const entries = table.pairs.filter((word, i) => i % 2 === 1 && word !== 0);
    expect(entries.sort()).toEqual(Int32Array.from({ length: 1000 }, (_, i) => 99_001 + i));
  });
});
