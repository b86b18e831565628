import type { TimeMs } from '@vitrine/money';
import { findAsset } from '../../../kit/find.ts';
import type { OutsideBook } from '../../../providers/outside-market/outside-market.ts';
import type { Handler } from '../../services.ts';

/**
 * The cost of a call against the rate limit, in list items: the same as three requests, because it may cause three
 * requests to the source.
 */
const ITEMS_PER_VIEW = 150;

export const outsideMarket: Handler<'outsideMarket'> = async ({ services, query, chargeItems }) => {
  chargeItems(ITEMS_PER_VIEW);
  const { code } = findAsset(services, query.name);
  const { market } = services.outsideFigures;
  if (market === undefined) return { source: '', state: 'none', trades: [], bids: [], asks: [] };
  const view = await market.view(code);
  if (view === undefined) return { source: market.name, state: 'unavailable', trades: [], bids: [], asks: [] };
  const { ticker, trades, book } = view;
  return {
    source: market.name,
    state: 'available',
    ...(ticker && {
      ticker: {
        instId: ticker.instrument,
        last: ticker.last,
        open24h: ticker.open24h,
        high24h: ticker.high24h,
        low24h: ticker.low24h,
        vol24h: ticker.volume24h,
        volCcy24h: ticker.coinVolume24h,
        ts: ticker.atMs as TimeMs,
      },
    }),
    trades: trades.map(({ id, side, price, size, atMs }) => ({
      tradeId: id,
      side,
      px: price,
      sz: size,
      ts: atMs as TimeMs,
    })),
    bids: levelsOf(book?.bids),
    asks: levelsOf(book?.asks),
  };
};

const levelsOf = (levels: OutsideBook['bids'] = []) => levels.map(([price, size]) => ({ px: price, sz: size }));
