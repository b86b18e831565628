import type { StreamTicker } from '@vitrine/contract';
import { useSyncExternalStore } from 'react';
import { pace } from './pace.ts';
import { stream } from './use-stream.ts';

type Tickers = ReadonlyMap<string, StreamTicker>;

/** Live 24 h tickers by pair name. Listens to the stream only while it has listeners; updates at the frame rate in `pace.ts`. */
class TickerStore {
  #incoming = new Map<string, StreamTicker>();
  #shown: Tickers = new Map();
  readonly #listeners = new Set<() => void>();
  #stop: (() => void) | undefined;

  readonly tickers = (): Tickers => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (!this.#stop) this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    };
  };

  #start(): void {
    const paced = pace(() => this.#publish());
    const stopListening = stream.listen({ channel: 'tickers' }, (message) => {
      if (message.type === 'tickers_snapshot') this.#incoming = new Map();
      else if (message.type !== 'tickers') return;
      for (const ticker of message.tickers) this.#incoming.set(ticker.name, ticker);
      paced.mark();
    });
    this.#stop = () => {
      stopListening();
      paced.stop();
    };
  }

  #publish(): void {
    this.#shown = new Map(this.#incoming);
    for (const listener of this.#listeners) listener();
  }
}

const store = new TickerStore();

/** All live tickers by pair name (BTCUSDT); a new map whenever one changes, empty until the first message. */
export const useTickers = (): Tickers => useSyncExternalStore(store.subscribe, store.tickers);

/** One pair's live ticker; undefined until it has loaded. */
export const useTicker = (name: string): StreamTicker | undefined =>
  useSyncExternalStore(store.subscribe, () => store.tickers().get(name));
