import { assetUnits, type PriceTicks, priceTicks, timeMs } from '@vitrine/money';
import { describe, expect, test } from 'vitest';
import { ALICE, BOB, BTC, CAROL, Exchange, limit, listing, MARKET, opened, USDT } from '../test/exchange.ts';
import { BookSide } from './book/book-side.ts';
import { Levels } from './book/levels.ts';
import { Orders } from './book/orders.ts';
import { Seats } from './book/seats.ts';
import { KeyedHash } from './columns/hash-key.ts';
import { IntMap } from './columns/int-map.ts';
import {
  type Command,
  CommandBatch,
  Core,
  EventBuffer,
  type HoldUnits,
  type Refusal,
  RULES_VERSION,
  type Transfer,
  type TransferPurpose,
  UnencodableValue,
  UnknownRules,
  type Wallet,
} from './index.ts';

const everyKind: Command[] = [
  { kind: 'RegisterAsset', asset: BTC, code: 'BTC', scale: 8 },
  { kind: 'RegisterAsset', asset: USDT, code: '0Z', scale: 6 },
  listing(),
  { ...listing(), kind: 'ChangeMarketRules' },
  { kind: 'SetMarketStatus', market: MARKET, status: 'cancel_only' },
  { kind: 'SetReferencePrice', market: MARKET, referenceTicks: priceTicks(0) },
  { kind: 'FreezeOwner', owner: 2 ** 40 - 1 },
  { kind: 'UnfreezeOwner', owner: 1000 },
  { kind: 'PostHold', hold: 1, units: assetUnits(5), reference: { source: 'outside', words: [1, 2, 3, 4] } },
  { kind: 'PostHold', hold: 2 },
  {
    kind: 'Transfer',
    by: 1,
    purpose: 'deposit',
    legs: [
      { owner: 1, wallet: 'spot', asset: BTC, units: assetUnits(-5) },
      { owner: ALICE, wallet: 'earn', asset: BTC, units: assetUnits(5) },
    ],
    record: 2 ** 53 - 1,
    reference: { source: 'outside', words: [5, 6, 7, 8] },
  },
  {
    kind: 'HoldUnits',
    by: ALICE,
    purpose: 'withdrawal',
    from: { owner: ALICE, wallet: 'spot' },
    to: { owner: 12, wallet: 'spot' },
    asset: BTC,
    units: assetUnits(9),
    expiresAt: timeMs(2 ** 41),
    record: 300,
  },
  {
    kind: 'HoldUnits',
    by: ALICE,
    purpose: 'withdrawal',
    from: { owner: ALICE, wallet: 'spot' },
    to: { owner: 12, wallet: 'spot' },
    asset: BTC,
    units: assetUnits(9),
    use: { valueUnits: assetUnits(0), limitUnits: assetUnits(2 ** 53 - 1) },
    reference: { source: 'outside', words: [5, 6, 7, 9] },
  },
  { kind: 'Convert', owner: ALICE, from: BTC, to: USDT, units: assetUnits(700), minUnits: assetUnits(0) },
  {
    kind: 'Convert',
    owner: ALICE,
    from: BTC,
    to: 1023,
    units: assetUnits(700),
    minUnits: assetUnits(5000),
    hold: 4,
    record: 2 ** 40,
    reference: { source: 'client', words: [1, 2, 3, 4] },
  },
  { kind: 'VoidHold', hold: 2 ** 53 - 1 },
  { ...limit(ALICE, 'sell', 2 ** 40, 127), postOnly: false, selfTrade: 'cancel_both', clientOrderId: 128 },
  { kind: 'AmendOrder', owner: ALICE, order: 3, triggerTicks: 16384 as PriceTicks },
  { kind: 'CancelOrder', owner: ALICE, order: 3, reference: { source: 'client', words: [0xffffffff, 0, 1, 2] } },
  { kind: 'CancelAllOrders', owner: ALICE, market: 3 },
  { kind: 'CancelAllOrders', owner: ALICE },
  { kind: 'Tick' },
  { kind: 'AdvanceClock', byMs: 60_000 },
  { kind: 'ActivateRules', version: 1 },
];

describe('batches', () => {
  test('commands survive an encoding round trip, and the encoding is compact', () => {
    const batch = new CommandBatch();
    for (const command of everyKind) batch.push(command);
    const again = CommandBatch.fromBytes(batch.toBytes());
    const known = everyKind.map((command) =>
      command.kind === 'ChangeMarketRules' ? expect.objectContaining({ kind: command.kind }) : command,
    );
    expect(again.commands()).toEqual(known);
    expect(again.toBytes()).toEqual(batch.toBytes());
    const order = new CommandBatch();
    const before = order.toBytes().length;
    order.push(limit(ALICE, 'buy', 1000, 600_000));
    expect(order.toBytes().length - before).toBeLessThanOrEqual(12);
  });

  test('bytes written before transfers and holds had records are read as before', () => {
    const move = (owner: number, to: Wallet, units: number, by: number, purpose: TransferPurpose): Transfer => ({
      kind: 'Transfer',
      by,
      purpose,
      legs: [
        { owner: by, wallet: 'spot', asset: USDT, units: assetUnits(-units) },
        { owner, wallet: to, asset: USDT, units: assetUnits(units) },
      ],
    });
    const hold: HoldUnits = {
      kind: 'HoldUnits',
      by: ALICE,
      purpose: 'withdrawal',
      from: { owner: ALICE, wallet: 'spot' },
      to: { owner: 12, wallet: 'spot' },
      asset: USDT,
      units: assetUnits(700),
    };
    const commands: Command[] = [
      { ...move(ALICE, 'funding', 5000, 1, 'deposit'), reference: { source: 'outside', words: [1, 2, 3, 4] } },
      { ...hold, expiresAt: timeMs(1_767_225_600_000), reference: { source: 'client', words: [5, 6, 7, 8] } },
      hold,
      { kind: 'PostHold', hold: 1, units: assetUnits(600) },
      move(ALICE, 'earn', 1, ALICE, 'between_wallets'),
    ];
    const written = Buffer.from(
      '01050000000a02010002040102882702e807028827010000000200000003000000040000000b01e80701e807000c0002bc0580d0eab6b733' +
        '050000000600000007000000080000000b00e80701e807000c0002bc05000c0401d8040a00e807020204e807020103e8070201',
      'hex',
    );
    const old = CommandBatch.fromBytes(written);
    expect(old.commands()).toEqual(commands);
    const now = new CommandBatch();
    for (const command of commands) now.push(command);
    expect(Buffer.from(now.toBytes())).toEqual(written);
  });

  test('damaged bytes of a batch are refused', () => {
    const batch = new CommandBatch();
    for (const command of everyKind) batch.push(command);
    const bytes = batch.toBytes();
    for (let length = 0; length < bytes.length; length++)
      expect(() => CommandBatch.fromBytes(bytes.slice(0, length))).toThrow(RangeError);
    expect(() => CommandBatch.fromBytes(Uint8Array.of(2, ...bytes.slice(1)))).toThrow(RangeError);
    expect(() => CommandBatch.fromBytes(Uint8Array.of(...bytes, 19))).toThrow(RangeError);
  });

  test.each([
    [limit(ALICE, 'buy', 1.5, 100), 'malformed'],
    [limit(ALICE, 'buy', -1, 100), 'malformed'],
    [limit(ALICE, 'buy', Number.NaN, 100), 'malformed'],
    [limit(ALICE, 'buy', 2 ** 53, 100), 'exceeds_range'],
    [{ ...limit(ALICE, 'buy', 1, 100), side: 'both' } as unknown as Command, 'malformed'],
    [{ kind: 'Nonsense' } as unknown as Command, 'malformed'],
    [{ ...limit(ALICE, 'buy', 1, 100), reference: { source: 'client', words: [1, 2, 3, -4] } } as Command, 'malformed'],
    [{ ...limit(ALICE, 'buy', 1, 100), reference: { source: 'client', words: [1, 2, 3] } } as never, 'malformed'],
    [{ ...limit(ALICE, 'buy', 1, 100), reference: { source: 'client', words: [1, 2, 3, 4, 5] } } as never, 'malformed'],
    [{ ...limit(ALICE, 'buy', 1, 100), reference: null } as never, 'malformed'],
    [{ ...limit(ALICE, 'buy', 1, 100), trigger: null } as never, 'malformed'],
    [{ kind: 'Transfer', by: 1, purpose: 'deposit', legs: null } as never, 'malformed'],
    [{ kind: 'Transfer', by: 1, purpose: 'deposit', legs: [null] } as never, 'malformed'],
  ])('[N1] check refuses %j as %s, and the command cannot be pushed to a batch', (command, refusal) => {
    const batch = new CommandBatch();
    expect(() => batch.push(command)).toThrow(UnencodableValue);
    expect(batch.length).toBe(0);
    expect(batch.toBytes()).toEqual(new CommandBatch().toBytes());
    expect(opened().core.check(command)).toBe(refusal);
  });

  test.each([
    ['market, then size', { market: Number.NaN, sizeLots: 2 ** 53 }, 'malformed'],
    ['market, then size', { market: 2 ** 53, sizeLots: Number.NaN }, 'exceeds_range'],
    ['price, then size, whichever is named first', { sizeLots: Number.NaN, priceTicks: 2 ** 53 }, 'exceeds_range'],
    ['price, then size, whichever is named first', { sizeLots: 2 ** 53, priceTicks: Number.NaN }, 'malformed'],
    ['an owner of 0, which can be encoded, and a size', { owner: 0, sizeLots: 2 ** 53 }, 'exceeds_range'],
    ['a market that does not exist, and a size', { market: 9, sizeLots: -1 }, 'malformed'],
  ])('[C2] of several invalid fields the first in the encoding is reported: %s', (_, fields, refusal) => {
    const command = { ...limit(ALICE, 'buy', 1, 100), ...fields } as Command;
    expect(opened().core.check(command)).toBe(refusal);
    expect(() => new CommandBatch().push(command)).toThrow(new UnencodableValue(refusal as Refusal));
  });

  test('[C2] of several refusals the first in order is returned; an unknown item comes before checks that need it', () => {
    const exchange = opened();
    exchange.accept({ kind: 'FreezeOwner', owner: ALICE });
    const far = 2 ** 52;
    expect(exchange.refuse(limit(ALICE, 'buy', far, far))).toBe('exceeds_range');
    expect(exchange.refuse(limit(ALICE, 'buy', far, far, { market: 9 }))).toBe('unknown_market');
    expect(exchange.refuse(limit(ALICE, 'buy', 1, far))).toBe('account_frozen');
    expect(exchange.refuse(limit(BOB, 'buy', 1, far))).toBe('above_maximum');
    expect(exchange.refuse(limit(BOB, 'buy', 1, 1e6))).toBe('outside_price_band');
  });

  test('[C1] a refused command changes only the position, and its only event is the refusal', () => {
    const exchange = opened();
    const { header, ...before } = exchange.core.takeSnapshot();
    expect(exchange.do(limit(ALICE, 'buy', 1, 1e6))).toEqual([
      { kind: 'CommandRefused', refusal: 'outside_price_band' },
    ]);
    const { header: next, ...after } = exchange.core.takeSnapshot();
    expect(after).toEqual(before);
    expect([...next]).toEqual([...header].map((value, index) => (index === 1 ? value + 1 : value)));
  });
});

describe('events', () => {
  test('events decoded from bytes are the same, in an independent copy', () => {
    const exchange = opened();
    exchange.accept(limit(ALICE, 'buy', 5, 99));
    const batch = new CommandBatch();
    for (const size of [1, 2, 900]) batch.push(limit(BOB, 'sell', size, 99));
    const events = new EventBuffer();
    exchange.core.applyBatch(batch, timeMs(exchange.timeMs), events);
    const copy = EventBuffer.fromBytes(events.toBytes());
    expect(copy.length).toBe(events.length);
    const seen: [number, string][] = [];
    copy.forEach((command, event) => {
      seen.push([command, event.kind]);
    });
    expect(seen.map(([command]) => command)).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2]);
    for (const command of [0, 1, 2]) expect(copy.eventsOf(command)).toEqual(events.eventsOf(command));
    events.clear();
    expect(events.length).toBe(0);
    expect(copy.length).toBe(13);
    expect(() => copy.eventsOf(3)).toThrow(RangeError);
    expect(() => EventBuffer.fromBytes(copy.toBytes().slice(0, -8))).toThrow(RangeError);
  });

  test('[E3] the book can be rebuilt from the events of its levels', () => {
    const exchange = opened();
    const book = new Map<string, number>();
    let expected = 1;
    const take = (events: ReturnType<typeof exchange.do>) => {
      for (const event of events) {
        if (event.kind !== 'LevelChanged') continue;
        expect(event.number).toBe(expected++);
        if (event.sizeLots === 0) book.delete(`${event.side} ${event.priceTicks}`);
        else book.set(`${event.side} ${event.priceTicks}`, event.sizeLots);
      }
    };
    for (let i = 0; i < 400; i++) {
      const owner = [ALICE, BOB, CAROL][i % 3] ?? ALICE;
      const side = (i * 7) % 5 < 2 ? 'buy' : 'sell';
      take(exchange.do(limit(owner, side, 1 + (i % 9), 90 + ((i * 31) % 21), { selfTrade: 'cancel_oldest' })));
      const oldest = exchange.core.openOrders(owner)[0];
      if (i % 4 === 0 && oldest !== undefined) take(exchange.do({ kind: 'CancelOrder', owner, order: oldest.order }));
    }
    const { number, bids, asks } = exchange.core.depth(MARKET, 1000);
    expect(number).toBe(expected - 1);
    const shown = [...bids.map((level) => ['buy', level] as const), ...asks.map((level) => ['sell', level] as const)];
    expect(new Map(shown.map(([side, [price, size]]) => [`${side} ${price}`, size]))).toEqual(book);
  });
});

describe('the core', () => {
  test('[C3] check does not change the state', () => {
    const exchange = opened();
    const before = [exchange.core.stateHash(), exchange.core.takeSnapshot()];
    for (const command of [...everyKind, limit(ALICE, 'buy', 5, 99), limit(4711, 'buy', 5, 99)])
      exchange.core.check(command);
    expect([exchange.core.stateHash(), exchange.core.takeSnapshot()]).toEqual(before);
  });

  test('[D2] the batch contains the time, which never decreases, and the clock can be advanced', () => {
    const exchange = opened();
    const events = new EventBuffer();
    const late = timeMs(exchange.timeMs - 1);
    expect(() => exchange.core.applyBatch(new CommandBatch(), late, events)).toThrow(RangeError);
    for (const wrong of [Number.NaN, exchange.timeMs + 0.5, Number.POSITIVE_INFINITY])
      expect(() => exchange.core.applyBatch(new CommandBatch(), wrong as never, events)).toThrow(RangeError);
    exchange.accept({ kind: 'AdvanceClock', byMs: 5000 });
    expect(exchange.core.timeMs).toBe(exchange.timeMs + 5000);
    expect(exchange.core.clockOffsetMs).toBe(5000);
    exchange.restart();
    expect(exchange.core.timeMs).toBe(exchange.timeMs + 5000);
  });

  test('[D4] an unknown version of the rules is refused by check and stops a core', () => {
    const exchange = opened();
    const command: Command = { kind: 'ActivateRules', version: RULES_VERSION + 1 };
    expect(exchange.core.check(command)).toBe('unknown_rules');
    const batch = new CommandBatch();
    batch.push(command);
    const apply = () => exchange.core.applyBatch(batch, timeMs(exchange.timeMs), new EventBuffer());
    expect(apply).toThrow(UnknownRules);
    expect(apply).toThrow('stopped');
  });

  test('[D4] a log begins with the first version of the rules, activates newer ones once and never reverts', () => {
    const exchange = new Exchange();
    expect(exchange.core.rulesVersion).toBe(1);
    exchange.accept({ kind: 'ActivateRules', version: 1 });
    expect(exchange.accept({ kind: 'ActivateRules', version: 2 })).toEqual([{ kind: 'RulesActivated', version: 2 }]);
    expect(exchange.core.rulesVersion).toBe(2);
    exchange.restart();
    expect(exchange.core.rulesVersion).toBe(2);
    expect(exchange.refuse({ kind: 'ActivateRules', version: 1 })).toBe('malformed');
    exchange.accept({ kind: 'ActivateRules', version: 2 });
    exchange.verify();
  });

  test('[D1] a snapshot of an unknown format or with a missing column is refused', () => {
    const snapshot = opened().core.takeSnapshot();
    expect(() => Core.restore({ ...snapshot, format: snapshot.format + 1 })).toThrow(RangeError);
    expect(() => Core.restore({ ...snapshot, orders: {} })).toThrow(RangeError);
  });

  test('[L10] a snapshot from before holds had records is restored without records', () => {
    const exchange = opened();
    exchange.accept({
      kind: 'HoldUnits',
      by: ALICE,
      purpose: 'withdrawal',
      from: { owner: ALICE, wallet: 'spot' },
      to: { owner: 12, wallet: 'spot' },
      asset: BTC,
      units: assetUnits(9),
    });
    const snapshot = exchange.core.takeSnapshot();
    const { record: _, ...holds } = snapshot.holds;
    const restored = Core.restore({ ...snapshot, format: 2, holds });
    expect([...restored.pendingHolds()]).toEqual([expect.objectContaining({ units: 9, record: 0 })]);
    expect(restored.stateHash()).toBe(exchange.core.stateHash());
    expect(() => Core.restore({ ...snapshot, format: 1 })).toThrow(RangeError);
  });

  test('[L1] sums that are computed in steps are correct at the last step, even after changes in between', () => {
    const exchange = opened();
    for (let i = 0; i < 40; i++) {
      let sums = exchange.core.assetSumsStep(3);
      for (let step = 0; sums === undefined; step++) {
        exchange.accept(limit(ALICE, 'buy', 3, 99));
        exchange.accept(limit(BOB, 'sell', 2, 99, { timeInForce: 'ioc' }));
        exchange.accept({ kind: 'CancelAllOrders', owner: ALICE });
        exchange.deposit(2000 + 50 * i + step, USDT, 7);
        sums = exchange.core.assetSumsStep(step + 4);
      }
      expect(sums.map(({ allUnits }) => allUnits)).toEqual([0, 0]);
      expect(sums).toEqual(exchange.core.assetSums());
    }
  });

  test('for an owner with very many orders, 5,000 are listed, and all are counted and can be read one by one', () => {
    const { core, timeMs: now } = opened({ maxOpenOrders: 10_000 });
    const batch = new CommandBatch();
    for (let i = 0; i < 5002; i++) batch.push(limit(ALICE, 'buy', 1, 60 + (i % 20)));
    for (const size of [4, 5]) batch.push(limit(ALICE, 'sell', size, 130));
    batch.push({ ...limit(ALICE, 'sell', 6, 90), trigger: { kind: 'stop', ticks: priceTicks(90) } });
    batch.push(limit(BOB, 'buy', 1, 60));
    core.applyBatch(batch, timeMs(now), new EventBuffer());
    const all = [...core.allOpenOrders(ALICE)];
    expect(all.map(({ order }) => order)).toEqual(Array.from({ length: 5005 }, (_, i) => i + 1));
    expect(core.openOrders(ALICE)).toEqual(all.slice(0, 5000));
    const [usdt, btc] = [USDT, BTC].map((asset) => core.balance(ALICE, 'spot', asset).heldUnits);
    expect(core.heldByOrders(ALICE, USDT)).toEqual({ units: usdt, count: 5002 });
    expect(core.heldByOrders(ALICE, BTC)).toEqual({ units: btc, count: 3 });
    expect([usdt, btc, core.heldByOrders(CAROL, USDT)]).toEqual([347_621, 15, { units: 0, count: 0 }]);
  });

  test('queries for unknown owners, markets and orders return empty results', () => {
    const { core } = opened();
    expect(core.balance(5000, 'earn', 9)).toEqual({ availableUnits: 0, heldUnits: 0 });
    expect([core.balances(5000), core.openOrders(5000), core.market(9), core.order(9), core.openLots(9)]).toEqual([
      [],
      [],
      undefined,
      undefined,
      0,
    ]);
    expect(core.depth(9, 5)).toEqual({ number: 0, bids: [], asks: [] });
  });
});

const hashing = new KeyedHash([0x12345678, 0x9abcdef1, 0x2468ace1]);

describe('data structures', () => {
  test('an integer map has the same content as a Map, through growth and deletion', () => {
    const ours = new IntMap(hashing);
    const plain = new Map<number, number>();
    let seed = 1;
    for (let i = 0; i < 60_000; i++) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      const key = 1 + (seed % 5000) * (i % 2 === 0 ? 1 : 2 ** 33);
      expect(ours.get(key)).toBe(plain.get(key) ?? -1);
      if (plain.delete(key)) ours.delete(key);
      else {
        ours.insert(key, i);
        plain.set(key, i);
      }
    }
    expect(ours.size).toBe(plain.size);
    for (const [key, slot] of plain) expect(ours.get(key)).toBe(slot);
    for (let key = 1; key < 5000; key++) expect(ours.get(key)).toBe(plain.get(key) ?? -1);
    expect(() => ours.delete(1e15)).toThrow();
  });

  test.each([
    { sign: 1, first: 1, step: 1 },
    { sign: -1, first: 1, step: 1 },
    { sign: 1, first: 2 ** 31 - 50_000, step: 7 },
    { sign: -1, first: 2 ** 52, step: 1_000 },
  ] as const)('a book side with sign $sign stays sorted from $first on in steps of $step', ({ sign, first, step }) => {
    const levels = new Levels(new Orders(new Seats(hashing), hashing));
    const side = new BookSide(sign, levels, hashing);
    const plain = new Map<number, number>();
    let seed = 7;
    for (let i = 0; i < 150_000; i++) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      const price = first + step * ((seed >>> 8) % 100_000);
      const found = plain.get(price);
      if (found === undefined) plain.set(price, side.ensure(price));
      else if (i % 3 === 0) expect(side.ensure(price)).toBe(found);
      else {
        side.remove(found);
        plain.delete(price);
      }
    }
    const sorted = [...plain.keys()].sort((a, b) => sign * (b - a));
    const slots = side.toArray();
    expect(slots.map((slot) => levels.price[slot])).toEqual(sorted);
    expect(side.levelCount).toBe(sorted.length);
    let level = side.best();
    for (const slot of slots.slice(0, 5000)) {
      expect(level).toBe(slot);
      level = side.worse(level);
    }
    const again = new BookSide(sign, levels, hashing);
    again.restore(Int32Array.from(slots));
    expect(again.toArray()).toEqual(slots);
  });
});
