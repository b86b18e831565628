import {
  type FeedProtocol,
  type FeedSession,
  fieldsOf,
  malformed,
  nothing,
  onlyOf,
  parseFields,
  type Reading,
} from './feed-protocol.ts';

const harmless = new Set<unknown>(['heartbeat', 'status']);

/**
 * Kraken's public WebSocket, version 2: the channel `ticker`, sent on each change of the best prices. Each message is
 * complete, so none can be missing.
 */
export const krakenProtocol: FeedProtocol = {
  name: 'Kraken',
  ping: JSON.stringify({ method: 'ping' }),
  open: () => new KrakenSession(),
};

class KrakenSession implements FeedSession {
  readonly #subscribed = new Set<string>();

  subscribe(pair: string): string {
    this.#subscribed.add(pair);
    return request('subscribe', pair, { event_trigger: 'bbo', snapshot: true });
  }

  unsubscribe(pair: string): string {
    return request('unsubscribe', pair, { event_trigger: 'bbo' });
  }

  /** Each message is complete: the next one may be plausible. */
  forget(): void {}

  read(text: string): Reading {
    const message = parseFields(text);
    if (message === undefined) return malformed;
    // Responses to requests, including errors for pairs that Kraken does not trade, and heartbeats.
    if (typeof message.method === 'string' || harmless.has(message.channel)) return nothing;
    const row = fieldsOf(onlyOf(message.data));
    if (message.channel !== 'ticker' || typeof row?.symbol !== 'string') return malformed;
    const pair = row.symbol.replace('/', '-');
    if (!this.#subscribed.has(pair) || typeof row.timestamp !== 'string') return malformed;
    const [bid, ask] = [priceOf(row.bid), priceOf(row.ask)];
    return { kind: 'prices', pair, bid, ask, sourceMs: Date.parse(row.timestamp) };
  }
}

const priceOf = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);

const request = (method: 'subscribe' | 'unsubscribe', pair: string, options: object): string =>
  JSON.stringify({ method, params: { channel: 'ticker', symbol: [pair.replace('-', '/')], ...options } });
