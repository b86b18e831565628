import { SharedReads } from '../../kit/shared-reads.ts';
import type { OutsideBook, OutsideMarket, OutsideTicker, OutsideTrade, OutsideView } from './outside-market.ts';

const RESPOND_WITHIN_MS = 5_000;
/**
 * How long a coin's figures are cached: they are requested at most once in this time, regardless of the number of
 * clients. OKX allows 20 requests in two seconds.
 */
const CACHED_MS = 3_000;
const MAX_BYTES = 262_144;
const MAX_TRADES = 100;
const LEVELS = 5;
const decimal = /^\d{1,18}(\.\d{1,18})?$/;
const integer = /^\d{1,15}$/;

type Row = Readonly<Record<string, unknown>>;

/** The public REST API of OKX, version 5: `ticker` of a coin's USD swap, and `trades` and `books` of its spot pair. */
export class OkxMarket implements OutsideMarket {
  readonly name = 'OKX';
  readonly #url: string;
  readonly #views = new SharedReads<string, OutsideView | undefined>(CACHED_MS);

  /** `url`: such as https://www.okx.com. */
  constructor(url: string) {
    this.#url = url;
  }

  view(coin: string): Promise<OutsideView | undefined> {
    return this.#views.of(coin, () => this.#read(coin));
  }

  async #read(coin: string): Promise<OutsideView | undefined> {
    const [ticker, trades, book] = await Promise.all([
      this.#rows('ticker', `instId=${coin}-USD-SWAP`),
      this.#rows('trades', `instId=${coin}-USDT&limit=${MAX_TRADES}`),
      this.#rows('books', `instId=${coin}-USDT&sz=${LEVELS}`),
    ]);
    const view = {
      ticker: tickerOf(ticker[0]),
      trades: trades.slice(0, MAX_TRADES).flatMap((row) => tradeOf(row) ?? []),
      book: bookOf(book[0]),
    };
    return view.ticker === undefined && view.trades.length === 0 && view.book === undefined ? undefined : view;
  }

  /**
   * The rows of a response. None if the response is missing or an error, for example because the instrument is not
   * traded.
   */
  async #rows(call: string, query: string): Promise<readonly Row[]> {
    try {
      const response = await fetch(`${this.#url}/api/v5/market/${call}?${query}`, {
        redirect: 'error',
        signal: AbortSignal.timeout(RESPOND_WITHIN_MS),
      });
      const { code, data } = JSON.parse(await textOf(response)) as { code?: unknown; data?: unknown };
      if (!response.ok || code !== '0' || !Array.isArray(data)) return [];
      return data.filter((row): row is Row => typeof row === 'object' && row !== null);
    } catch {
      return [];
    }
  }
}

/** The text of a response's body. Throws if it is too long. */
async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error('the response is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** The named fields as texts; undefined if one of them does not match `form`. */
function texts<Key extends string>(row: Row, form: RegExp, ...keys: readonly Key[]): Record<Key, string> | undefined {
  const isFine = keys.every((key) => typeof row[key] === 'string' && form.test(row[key]));
  return isFine ? (row as Record<Key, string>) : undefined;
}

function tickerOf(row: Row | undefined): OutsideTicker | undefined {
  if (row === undefined) return undefined;
  const figures = texts(row, decimal, 'last', 'open24h', 'high24h', 'low24h', 'vol24h', 'volCcy24h');
  const time = texts(row, integer, 'ts');
  if (figures === undefined || time === undefined || typeof row.instId !== 'string') return undefined;
  const { last, open24h, high24h, low24h, vol24h, volCcy24h } = figures;
  return {
    instrument: row.instId.slice(0, 40),
    last,
    open24h,
    high24h,
    low24h,
    volume24h: vol24h,
    coinVolume24h: volCcy24h,
    atMs: Number(time.ts),
  };
}

function tradeOf(row: Row): OutsideTrade | undefined {
  const figures = texts(row, decimal, 'px', 'sz');
  const numbers = texts(row, integer, 'ts', 'tradeId');
  if (figures === undefined || numbers === undefined || (row.side !== 'buy' && row.side !== 'sell')) return undefined;
  return { id: numbers.tradeId, side: row.side, price: figures.px, size: figures.sz, atMs: Number(numbers.ts) };
}

function bookOf(row: Row | undefined): OutsideBook | undefined {
  const time = row && texts(row, integer, 'ts');
  const [bids, asks] = [levelsOf(row?.bids), levelsOf(row?.asks)];
  return time && bids && asks && { bids, asks, atMs: Number(time.ts) };
}

function levelsOf(rows: unknown): OutsideBook['bids'] | undefined {
  if (!Array.isArray(rows)) return undefined;
  const levels = rows.slice(0, LEVELS).map(([price, size]: readonly unknown[]) => [price, size] as const);
  const isFine = levels.every((level) => level.every((text) => typeof text === 'string' && decimal.test(text)));
  return isFine ? (levels as OutsideBook['bids']) : undefined;
}
