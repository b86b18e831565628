import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BookState } from './book-state.ts';
import { balanceOf, groupPrice, spreadOf, viewSide } from './book-view.ts';
import { textOf, unitsOf } from './wire-units.ts';

const none = new Map<number, number>();

const book = () => {
  const state = new BookState(1, 5);
  state.load({
    number: 10,
    bids: [
      ['64182.1', '0.5'],
      ['64181.9', '1'],
      ['64170.0', '2'],
    ],
    asks: [
      ['64182.7', '0.25'],
      ['64183.2', '0.75'],
    ],
  });
  return state;
};

describe('conversion of numbers', () => {
  it('from text to units and back gives the same text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 14 }), fc.integer({ min: 0, max: 8 }), (units, decimals) => {
        expect(unitsOf(textOf(units, decimals), decimals)).toBe(units);
      }),
    );
  });

  it('pads short fractions', () => {
    expect(unitsOf('1.5', 5)).toBe(150000);
    expect(unitsOf('64182', 1)).toBe(641820);
  });
});

describe('book updates', () => {
  it('change, add and remove levels', () => {
    const state = book();
    const outcome = state.merge({
      from: 11,
      to: 13,
      bids: [
        ['64182.1', '0'],
        ['64182.0', '3'],
      ],
      asks: [['64182.7', '0.2']],
    });
    expect(outcome).toBe('merged');
    expect(state.levels('bids', 2)).toEqual([
      ['64182.0', '3.00000'],
      ['64181.9', '1.00000'],
    ]);
    expect(state.levels('asks', 1)).toEqual([['64182.7', '0.20000']]);
    expect(state.number).toBe(13);
  });

  it('that are older than the book change nothing', () => {
    const state = book();
    expect(state.merge({ from: 9, to: 10, bids: [['64182.1', '0']], asks: [] })).toBe('old');
    expect(state.levels('bids', 1)[0]?.[0]).toBe('64182.1');
  });

  it('leave prices sorted from the best, however many are read in between', () => {
    const change = fc.tuple(fc.constantFrom('bids', 'asks'), fc.integer({ min: 1, max: 9 }), fc.nat(2), fc.boolean());
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const state = new BookState(0, 0);
        state.load({ number: 0, bids: [['5', '1']], asks: [['6', '1']] });
        for (const [at, [side, price, size, isRead]] of changes.entries()) {
          const level = [[String(price), String(size)]] as const;
          state.merge({ from: at + 1, to: at + 1, bids: [], asks: [], [side]: level });
          if (isRead) state.prices(side);
        }
        expect([...state.prices('bids')]).toEqual([...state.bids.keys()].sort((a, b) => b - a));
        expect([...state.prices('asks')]).toEqual([...state.asks.keys()].sort((a, b) => a - b));
      }),
    );
  });

  it('after a gap suspend the book until it is reloaded', () => {
    const state = book();
    expect(state.merge({ from: 12, to: 12, bids: [], asks: [] })).toBe('gap');
    expect(state.ready).toBe(false);
    expect(state.merge({ from: 13, to: 13, bids: [], asks: [] })).toBe('gap');
    state.load({ number: 20, bids: [], asks: [['1', '1']] });
    expect(state.ready).toBe(true);
    expect(state.bids.size).toBe(0);
  });
});

describe('the view of the book', () => {
  it('accumulates from the best price', () => {
    const { rows, total } = viewSide(book(), 'bids', 1, 2, none);
    expect(rows.map((row) => [row.price, row.size, row.total])).toEqual([
      [641821, 50000, 50000],
      [641819, 100000, 150000],
    ]);
    expect(total).toBe(150000);
  });

  it('groups bids downward and asks upward', () => {
    expect(groupPrice(641821, 'bids', 10)).toBe(641820);
    expect(groupPrice(641821, 'asks', 10)).toBe(641830);
    expect(viewSide(book(), 'asks', 10, 5, none).rows.map((row) => row.price)).toEqual([641830, 641840]);
    expect(viewSide(book(), 'bids', 100, 5, none).rows.map((row) => row.size)).toEqual([150000, 200000]);
  });

  it('includes the open size of the client’s own orders in their group', () => {
    const own = new Map([
      [641819, 700],
      [641818, 300],
    ]);
    expect(viewSide(book(), 'bids', 10, 5, own).rows.map((row) => row.own)).toEqual([0, 1000, 0]);
  });

  it('adds up the value from the best price', () => {
    const { rows } = viewSide(book(), 'bids', 1, 2, none);
    expect(rows.map(({ value, totalValue }) => [value, totalValue])).toEqual([
      [641821 * 50000, 641821 * 50000],
      [641819 * 100000, 641821 * 50000 + 641819 * 100000],
    ]);
  });

  it('compares only the parts of both sides near the mid price', () => {
    const state = new BookState(0, 0);
    const [bids, asks] = [
      [
        ['999', '3'],
        ['900', '50'],
      ] as const,
      [
        ['1001', '1'],
        ['1011', '7'],
      ] as const,
    ];
    state.load({ number: 1, bids, asks });
    expect(balanceOf(state, 0.01)).toEqual({ bids: 3, asks: 1, bidsPercent: 75 });
    expect(balanceOf(new BookState(0, 0), 0.01)).toBeUndefined();
  });

  it('has a spread, undefined while a side is empty', () => {
    expect(spreadOf(book())).toBe(6);
    expect(spreadOf(new BookState(1, 5))).toBeUndefined();
  });

  it('loses no size by grouping', () => {
    const level = fc.tuple(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 10 ** 6 }));
    fc.assert(
      fc.property(fc.array(level, { maxLength: 60 }), fc.constantFrom(1, 10, 100, 1000), (levels, group) => {
        const state = new BookState(1, 5);
        const texts = [...new Map(levels)].map(([price, size]) => [textOf(price, 1), textOf(size, 5)] as const);
        state.load({ number: 1, bids: texts, asks: texts });
        const sum = [...state.bids.values()].reduce((all, size) => all + size, 0);
        for (const side of ['bids', 'asks'] as const) expect(viewSide(state, side, group, 100, none).total).toBe(sum);
      }),
    );
  });
});
