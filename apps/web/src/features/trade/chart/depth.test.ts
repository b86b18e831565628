import { describe, expect, it } from 'vitest';
import { BookState } from '../shared/book-state.ts';
import { depthAt, depthOf, depthPath } from './depth.ts';

const book = () => {
  const state = new BookState(0, 0);
  state.load({
    number: 1,
    bids: [
      ['99', '1'],
      ['95', '2'],
      ['50', '9'],
    ],
    asks: [
      ['101', '3'],
      ['110', '4'],
    ],
  });
  return state;
};

describe('the depth chart', () => {
  it('shows prices within a share of the mid price on each side, even beyond the known levels', () => {
    const near = depthOf(book(), 0.02);
    expect(near?.reach).toBe(2);
    expect(near?.bids.map(({ price }) => price)).toEqual([99]);
    const far = depthOf(book(), 0.6);
    expect(far?.reach).toBe(60);
    expect(far?.bids.map(({ price }) => price)).toEqual([99, 95, 50]);
    expect(far?.most).toBe(12);
  });

  it('accumulates from the mid price over an equal distance on both sides', () => {
    const depth = depthOf(book());
    expect(depth?.middle).toBe(100);
    expect(depth?.reach).toBe(10);
    expect(depth?.bids).toEqual([
      { price: 99, total: 1, value: 99 },
      { price: 95, total: 3, value: 289 },
    ]);
    expect(depth?.most).toBe(7);
  });

  it('is undefined while a side is empty', () => {
    expect(depthOf(new BookState(0, 0))).toBeUndefined();
  });

  it('finds the cumulative size up to a price', () => {
    const depth = depthOf(book());
    expect(depthAt(depth?.bids ?? [], 96, 'bids')?.total).toBe(1);
    expect(depthAt(depth?.asks ?? [], 100, 'asks')).toBeUndefined();
  });

  it('draws steps that end at the edge', () => {
    const depth = depthOf(book());
    expect(depth && depthPath(depth.asks, depth, 200, 70)).toBe('M110.0 70H110.0V40.0H200.0V0.0H200V70Z');
  });
});
