import type { CandleInterval } from '@vitrine/contract';
import { useEffect, useMemo } from 'react';
import { call } from '../../../lib/api.ts';
import { coinsOf } from '../../../lib/market-names.ts';
import { stream, useFallbackInterval } from '../../../lib/use-stream.ts';
import type { CandleFeed } from './candle-feed.ts';
import { LiveMarket } from './live-market.ts';
import type { MarketRules } from './market-rules.ts';
import { withMergedIntervals } from './merged-candles.ts';

const BOOK_POLL_MS = 10_000;
const TAPE_POLL_MS = 3000;

const ignore = (): void => {
  // If the first request fails, the skeleton stays until data arrive from the stream or the next poll.
};

const loadBook = async (market: LiveMarket): Promise<void> => {
  const { asks, bids, number, price } = await call('GET /api/v3/recent-trades', {
    query: { name: market.name, levels: 200 },
  });
  market.received(Date.now());
  if (market.lastPrice === '') market.setPrice(price);
  // The stream has already delivered this state of the book, or a newer one.
  if ((market.book.number ?? -1) >= number) return;
  const levels = (side: typeof asks) =>
    side.map(({ unit_price, number_of_order }) => [unit_price, number_of_order] as const);
  market.loadBook({ number, asks: levels(asks), bids: levels(bids) });
};

const loadTape = async (market: LiveMarket): Promise<void> => {
  const { trades } = await call('GET /api/v3/market-trades', { query: { name: market.name } });
  market.received(Date.now());
  if ((trades[0]?.id ?? 0) > (market.trades[0]?.id ?? -1)) market.loadTrades(trades);
};

/** A pair kept live while the component is on the page: REST for the initial state, the stream for later changes. */
export const useLiveMarket = (rules: MarketRules): LiveMarket => {
  const { name, price_decimals, amount_decimals } = rules;
  const market = useMemo(
    () => new LiveMarket(name, price_decimals, amount_decimals),
    [name, price_decimals, amount_decimals],
  );
  useEffect(() => {
    loadBook(market).catch(ignore);
    loadTape(market).catch(ignore);
    const listen = (channel: 'book' | 'trades') => {
      const subscription = { channel, name: market.name };
      return stream.listen(subscription, (message) => {
        if (market.take(message) === 'gap') stream.refresh(subscription);
      });
    };
    const stops = [listen('book'), listen('trades')];
    return () => {
      for (const stop of stops) stop();
    };
  }, [market]);
  usePolling(market, loadBook, BOOK_POLL_MS);
  usePolling(market, loadTape, TAPE_POLL_MS);
  return market;
};

/** Polls while the stream is down. */
const usePolling = (market: LiveMarket, load: (market: LiveMarket) => Promise<void>, ms: number): void => {
  const pollMs = useFallbackInterval(ms);
  useEffect(() => {
    if (pollMs === false) return;
    const timer = setInterval(() => load(market).catch(ignore), pollMs);
    return () => clearInterval(timer);
  }, [market, load, pollMs]);
};

const CANDLE_PAGE = 500;

type Candles = { readonly symbol: string; readonly name: string; readonly interval: CandleInterval };

/** A feed of past candles from REST (identified by `symbol`) and of the current candle from the stream (by `name`). */
export const candleFeed = ({ symbol, name, interval }: Candles): CandleFeed => ({
  async history(beforeMs) {
    const query = { symbol, timeframe: interval, limit: CANDLE_PAGE };
    const { series } = await call('GET /api/v2/chart/chart-series', {
      query: beforeMs === undefined ? query : { ...query, before: beforeMs },
    });
    return { candles: series, more: series.length >= CANDLE_PAGE };
  },
  listen: (onCandle) =>
    stream.listen({ channel: 'candles', name, interval }, (message) => {
      if (message.type === 'candle') onCandle(message.candle);
    }),
});

/** Candles of a spot pair, at any chart interval. */
export const openCandleFeed = withMergedIntervals((name, interval) =>
  candleFeed({ symbol: coinsOf(name).base, name, interval }),
);
