import type { Static } from 'typebox';
import { Type } from 'typebox';
import type { FuturesOrderItem } from './endpoints/futures-orders.ts';
import type { FuturesPosition } from './endpoints/futures-positions.ts';
import { type CandleInterval, candleIntervals } from './endpoints/markets.ts';
import type { NotificationItem } from './endpoints/notifications.ts';
import type { OrderItem } from './endpoints/orders.ts';
import type { SupportMessage } from './endpoints/support.ts';
import type { ErrorCode } from './errors.ts';
import type { RestrictionReason } from './restrictions.ts';
import { Exact, MarketName, Optional, Words } from './schema.ts';

/** Messages that a client may send over /stream, one JSON object each. */
export const StreamRequest = Type.Union([
  Exact({ op: Words(['subscribe', 'unsubscribe']), channel: Words(['book', 'trades']), name: MarketName }),
  Exact({
    op: Words(['subscribe', 'unsubscribe']),
    channel: Words(['candles']),
    name: MarketName,
    interval: Words(candleIntervals),
  }),
  Exact({ op: Words(['subscribe', 'unsubscribe']), channel: Words(['tickers', 'futures', 'log', 'private']) }),
  /** For programs; browsers authenticate by cookie. */
  Exact({ op: Words(['auth']), token: Type.String({ maxLength: 512 }) }),
  Exact({
    op: Words(['ping']),
    id: Optional(Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })),
  }),
]);
export type StreamRequest = Static<typeof StreamRequest>;

/** Price and size as decimal strings; size '0' removes the level. */
export type BookLevel = readonly [price: string, size: string];
export type StreamTrade = {
  readonly id: number;
  readonly side: 'buy' | 'sell';
  readonly px: string;
  readonly sz: string;
  readonly ts: number;
};
export interface StreamTicker {
  readonly name: string;
  readonly close: string;
  readonly percent: string;
  readonly change: string;
  readonly high: string;
  readonly low: string;
  readonly volume: string;
  readonly volume_usdt: string;
}
/** The figures of a perpetual market. The 24-hour figures are computed from trades in this market, not in the spot market. */
export interface StreamFutures extends Omit<StreamTicker, 'close'> {
  readonly status: 'open' | 'cancel_only' | 'halted' | 'delisted';
  readonly mark_price: string;
  readonly last_price: string;
  readonly open_interest: string;
}
export interface StreamCandle {
  readonly time: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  readonly volume_usdt: string;
}
export const logEntryKinds = [
  'order',
  'amend',
  'cancel',
  'trade',
  'convert',
  'transfer',
  'hold',
  'release',
  'margin',
  'account',
  'market',
  'other',
] as const;
export type LogEntryKind = (typeof logEntryKinds)[number];
/**
 * What kind of entry the log has at a position, in words that do not say whose it is or what it is for. Only trades,
 * which are public anyway, have a price and a size.
 */
export interface StreamLogEntry {
  readonly position: number;
  readonly kind: LogEntryKind;
  readonly time: number;
  /** The last trade that the entry made. */
  readonly trade?: {
    readonly name: string;
    readonly coin: string;
    readonly side: 'buy' | 'sell';
    readonly px: string;
    readonly sz: string;
  };
}
export interface StreamBalance {
  readonly coin: string;
  readonly wallet: 'spot' | 'future' | 'funding' | 'earn';
  readonly available: string;
  readonly frozen: string;
}

/**
 * Messages that the server sends. A snapshot has the number of the last change or trade that it reflects; the `from` of
 * the next update is that number + 1.
 */
export type StreamMessage =
  /** The first message on each connection. `position` is the log position of the server. */
  | {
      readonly type: 'hello';
      readonly mode: 'sandbox' | 'production';
      readonly time: number;
      readonly position: number;
    }
  /** The changes of a market's price levels are numbered. An update merges the changes from `from` to `to`. */
  | {
      readonly type: 'book_snapshot';
      readonly name: string;
      readonly number: number;
      readonly bids: readonly BookLevel[];
      readonly asks: readonly BookLevel[];
    }
  | {
      readonly type: 'book';
      readonly name: string;
      readonly from: number;
      readonly to: number;
      readonly bids: readonly BookLevel[];
      readonly asks: readonly BookLevel[];
    }
  /**
   * The trades of each market are numbered (`id`) without gaps. Snapshots list the newest trade first, updates the
   * oldest.
   */
  | {
      readonly type: 'trades_snapshot';
      readonly name: string;
      readonly number: number;
      readonly trades: readonly StreamTrade[];
    }
  | {
      readonly type: 'trades';
      readonly name: string;
      readonly from: number;
      readonly to: number;
      readonly trades: readonly StreamTrade[];
    }
  /** All tickers at first, then only tickers that changed. */
  | { readonly type: 'tickers_snapshot'; readonly tickers: readonly StreamTicker[] }
  | { readonly type: 'tickers'; readonly tickers: readonly StreamTicker[] }
  /** All perpetual markets at first, then only the markets that changed. */
  | { readonly type: 'futures_snapshot'; readonly markets: readonly StreamFutures[] }
  | { readonly type: 'futures'; readonly markets: readonly StreamFutures[] }
  /**
   * The newest entries of the log, oldest first: at most twelve in a snapshot and five in an update, at most twice a
   * second. `position` is the newest log position, so that a reader can count the entries that are not listed.
   */
  | {
      readonly type: 'log_snapshot' | 'log';
      readonly position: number;
      readonly time: number;
      readonly entries: readonly StreamLogEntry[];
    }
  /** The current or the most recently closed candle of the interval; `number` is that of the candle's last trade. */
  | {
      readonly type: 'candle';
      readonly name: string;
      readonly interval: CandleInterval;
      readonly number: number;
      readonly candle: StreamCandle;
    }
  /**
   * The client's own state at a log position, then the changes. An order whose state is not PENDING is no longer open.
   * The snapshot has the newest 200 open orders of all markets; if there are more, `GET /api/v3/trades/open-orders` and
   * `GET /api/v3/futures/open-orders` continue from `next_cursor`. Positions are valued at the mark price at
   * that log position. `futures_orders` and, in the snapshot, `positions` are absent if they would be empty.
   */
  | {
      readonly type: 'private_snapshot';
      readonly position: number;
      readonly orders: readonly Static<typeof OrderItem>[];
      readonly futures_orders?: readonly Static<typeof FuturesOrderItem>[];
      readonly next_cursor?: string;
      readonly balances: readonly StreamBalance[];
      readonly positions?: readonly Static<typeof FuturesPosition>[];
    }
  | {
      readonly type: 'private';
      readonly position: number;
      readonly orders: readonly Static<typeof OrderItem>[];
      readonly futures_orders?: readonly Static<typeof FuturesOrderItem>[];
      readonly balances: readonly StreamBalance[];
      /** All open positions, sent if a position, or an order that could change a position, has changed. */
      readonly positions?: readonly Static<typeof FuturesPosition>[];
      readonly fills: readonly {
        readonly order_id: string;
        readonly name: string;
        readonly side: 'BUY' | 'SELL';
        readonly px: string;
        readonly sz: string;
      }[];
    }
  /** A notification to the client, sent immediately and also stored in the client's list of notifications. */
  | ({ readonly type: 'notification' } & Static<typeof NotificationItem>)
  /** A deposit or withdrawal of the client has progressed: another confirmation, credited, sent, completed. */
  | { readonly type: 'money'; readonly of: 'deposit' | 'withdrawal'; readonly id: number }
  /** A new message from either side in the client's conversation with support, and how far each side has read. */
  | { readonly type: 'support_message'; readonly message: Static<typeof SupportMessage> }
  | {
      readonly type: 'support_thread';
      readonly state: 'open' | 'closed';
      readonly seen: number;
      readonly unread: number;
    }
  /** The status of a market has changed. `code` is `market_` with the new status, such as `market_halted`. */
  | { readonly type: 'notice'; readonly code: string; readonly text: string }
  /**
   * The session of this connection has ended, and the private channel is closed. If the account was frozen, `freeze`
   * has the reason, the rule that the freeze is based on, and the time at which it ends at the latest.
   */
  | {
      readonly type: 'signed_out';
      readonly reason: 'logout' | 'expired' | 'revoked' | 'frozen';
      readonly freeze?: { readonly reason: RestrictionReason; readonly rule: string; readonly ends_at: number };
    }
  | {
      readonly type: 'subscribed' | 'unsubscribed';
      readonly channel: string;
      readonly name?: string;
      readonly interval?: string;
    }
  | { readonly type: 'pong'; readonly id?: number; readonly time: number }
  | {
      readonly type: 'error';
      readonly code: ErrorCode;
      readonly message: string;
      readonly parameters?: Readonly<Record<string, string>>;
    };

/**
 * Messages that the server sends on /stream/console: the conversation of the client `uid` with support has changed. The
 * console then fetches the conversation with ordinary calls, which are audited.
 */
export type ConsoleStreamMessage = { readonly type: 'support_changed'; readonly uid: string };
