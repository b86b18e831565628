import { describe, expect, test } from 'vitest';
import { ALICE, BOB } from '../../test/exchange.ts';
import { type HashKey, KeyedHash } from '../columns/hash-key.ts';
import { ClientOrderIds } from './client-order-ids.ts';
import { Orders } from './orders.ts';
import { Seats } from './seats.ts';

/** The number of these ids in the fullest of 4,096 buckets. */
const crowding = (key: HashKey, ids: readonly number[]): number => {
  const hashing = new KeyedHash(key);
  const places = new Int32Array(4096);
  for (const id of ids) places[hashing.ofNumber(id) & 4095]++;
  return Math.max(...places);
};

/** The first two positive whole numbers with the same hash. */
const clash = (hashOf: (id: number) => number): [number, number] => {
  const known = new Map<number, number>();
  for (let id = 1; ; id++) {
    const earlier = known.get(hashOf(id));
    if (earlier !== undefined) return [earlier, id];
    known.set(hashOf(id), id);
  }
};

describe('client order ids', () => {
  test('that collide under one key are spread under another key', () => {
    const known: HashKey = [1, 2_654_435_761, 2_246_822_507];
    const hashing = new KeyedHash(known);
    const chosen: number[] = [];
    for (let id = 1; chosen.length < 1000; id++) if ((hashing.ofNumber(id) & 4095) === 77) chosen.push(id);
    expect(crowding(known, chosen)).toBe(1000);
    for (const key of [
      [0x51ed270b, 0x8f14e45f, 0x3c6ef372],
      [0x0badcafe, 0x1b873593, 0xcc9e2d51],
    ] as const)
      expect(crowding(key, chosen)).toBeLessThan(20);
  });

  test('are found and removed as in a plain map, through growth and reuse of slots', () => {
    const hashing = new KeyedHash([7, 0x9e3779b1, 0x85ebca6b]);
    const seats = new Seats(hashing);
    const orders = new Orders(seats, hashing);
    const ids = new ClientOrderIds(orders, seats, hashing);
    const seatOf = [ALICE, BOB].map((owner, slot) => seats.add(owner, 1, slot, 0, 0));
    const plain = new Map<string, number>();
    const open: number[] = [];
    let seed = 9;
    for (let i = 1; i < 40_000; i++) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      const who = seed & 1;
      const id = 1 + ((seed >>> 4) % 9000) * 2 ** 36;
      const key = `${who} ${id}`;
      expect(ids.find([ALICE, BOB][who], id)).toBe(plain.get(key) ?? -1);
      if (plain.has(key)) continue;
      // At first more orders are opened than closed, so that the table grows while entries are being removed.
      if (open.length > 0 && (seed >>> 20) % 100 < (i < 20_000 ? 30 : 60)) {
        const [slot] = open.splice((seed >>> 8) % open.length, 1);
        plain.delete(`${seats.owner[orders.seat[slot]] - ALICE} ${orders.clientOrderId[slot]}`);
        ids.delete(slot);
        orders.remove(slot);
        continue;
      }
      const slot = orders.enter(
        { market: 1, clientOrderId: id } as Parameters<Orders['enter']>[0],
        { limit: 1, held: 0, makerPpm: 0, takerPpm: 0, seat: seatOf[who], takeProfit: 0, stopLoss: 0 },
        i,
        0,
        0,
      );
      ids.insert(slot);
      plain.set(key, slot);
      open.push(slot);
    }
    for (const [key, slot] of plain) expect(ids.find(ALICE + Number(key[0]), Number(key.slice(2)))).toBe(slot);
  });

  test('with the same hash, and orders with the same hash, are distinguished', () => {
    const hashing = new KeyedHash([7, 0x9e3779b1, 0x85ebca6b]);
    const seats = new Seats(hashing);
    const orders = new Orders(seats, hashing);
    const ids = new ClientOrderIds(orders, seats, hashing);
    const seat = seats.add(ALICE, 1, 0, 0, 0);
    const order = (id: number, clientOrderId: number) => {
      const slot = orders.enter(
        { market: 1, clientOrderId } as Parameters<Orders['enter']>[0],
        { limit: 1, held: 0, makerPpm: 0, takerPpm: 0, seat, takeProfit: 0, stopLoss: 0 },
        id,
        0,
        0,
      );
      ids.insert(slot);
      return slot;
    };
    const [one, other] = clash((id) => orders.hashOf(id));
    // Different numbers below 2^32 never have the same hash, so larger ones are needed.
    const wide = (n: number) => n * 0x9e3779b1;
    const [mine, alsoMine] = clash((n) => ids.hashOf(ALICE, wide(n))).map(wide);
    const first = order(one, mine);
    expect([orders.find(other), ids.find(ALICE, alsoMine)]).toEqual([-1, -1]);
    const second = order(other, alsoMine);
    expect([one, other].map((id) => orders.find(id))).toEqual([first, second]);
    expect([mine, alsoMine].map((id) => ids.find(ALICE, id))).toEqual([first, second]);
    ids.delete(first);
    orders.remove(first);
    expect([one, other].map((id) => orders.find(id))).toEqual([-1, second]);
    expect([mine, alsoMine].map((id) => ids.find(ALICE, id))).toEqual([-1, second]);
  });
});
