import { describe, expect, it } from 'vitest';
import { LiveMarket } from './live-market.ts';

const trade = (id: number, px: string) => ({ id, px, sz: '1', side: 'buy' as const, ts: id });
const trades = (...list: ReturnType<typeof trade>[]) => ({
  type: 'trades' as const,
  name: 'BTCUSDT',
  from: list[0]?.id ?? 0,
  to: list.at(-1)?.id ?? 0,
  trades: list,
});
const started = () => {
  const market = new LiveMarket('BTCUSDT', 1, 5);
  market.take({ type: 'trades_snapshot', name: 'BTCUSDT', number: 2, trades: [trade(2, '101'), trade(1, '100')] });
  return market;
};

describe('the list of recent trades', () => {
  it('lists newer trades first, with the direction of the price', () => {
    const market = started();
    expect(market.move).toBe('up');
    market.take(trades(trade(3, '101'), trade(4, '99')));
    expect(market.trades.map(({ id }) => id)).toEqual([4, 3, 2, 1]);
    expect(market.lastPrice).toBe('99');
    expect(market.move).toBe('down');
  });

  it('counts a repeated trade once', () => {
    const market = started();
    market.take(trades(trade(2, '101'), trade(3, '102')));
    expect(market.trades.map(({ id }) => id)).toEqual([3, 2, 1]);
  });

  it('requests a snapshot when trades are missing', () => {
    expect(started().take(trades(trade(4, '1')))).toBe('gap');
    expect(new LiveMarket('BTCUSDT', 1, 5).take(trades(trade(4, '1')))).toBe('gap');
  });

  it('keeps the newest hundred trades', () => {
    const market = started();
    market.take(trades(...Array.from({ length: 150 }, (_, index) => trade(index + 3, '5'))));
    expect(market.trades).toHaveLength(100);
  });
});

describe('stream topics', () => {
  it('call only their own listeners', () => {
    const market = started();
    const received: string[] = [];
    const stop = market.on('book', () => received.push('book'));
    market.on('price', () => received.push('price'));
    market.take({ type: 'book_snapshot', name: 'BTCUSDT', number: 1, bids: [], asks: [['102', '1']] });
    market.take({ type: 'book_snapshot', name: 'ETHUSDT', number: 1, bids: [], asks: [] });
    stop();
    market.take({ type: 'book', name: 'BTCUSDT', from: 2, to: 2, bids: [], asks: [] });
    expect(received).toEqual(['book']);
  });

  it('report a gap in the book, so that stale levels are not used', () => {
    const market = started();
    market.take({ type: 'book_snapshot', name: 'BTCUSDT', number: 1, bids: [], asks: [] });
    expect(market.take({ type: 'book', name: 'BTCUSDT', from: 5, to: 6, bids: [], asks: [] })).toBe('gap');
    expect(market.book.ready).toBe(false);
  });
});
