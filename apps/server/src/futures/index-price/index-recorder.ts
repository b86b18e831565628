import type { MarketId } from '@vitrine/core';
import type pg from 'pg';
import { type IndexCandle, withPrice } from './index-candle.ts';
import type { IndexState } from './index-feed.ts';
import { quoteStates } from './index-price.ts';
import { deleteCandles, storeCandles, storeStates } from './stored-index.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** How long index prices are stored. */
const KEPT_MS = 90 * 24 * HOUR_MS;
/** How often the current index is stored for other servers. */
const STATES_EVERY_MS = 5_000;

interface IndexRecorderParts {
  readonly pool: pg.Pool;
  readonly clock: () => number;
  /** The states of all markets that the feed has read. */
  readonly states: () => readonly IndexState[];
}

/**
 * Records the confirmed index of every perpetual market as one candle per minute, and stores the current state of each
 * index for followers.
 */
export class IndexRecorder {
  readonly #parts: IndexRecorderParts;
  readonly #current = new Map<MarketId, IndexCandle>();
  /** Past minutes that are not stored yet. */
  #past: IndexCandle[] = [];
  #statesMs = 0;
  #deletedMs = 0;

  constructor(parts: IndexRecorderParts) {
    this.#parts = parts;
  }

  /** Runs one cycle. If it fails, the next call stores what is missing. */
  async run(): Promise<void> {
    const { pool, clock } = this.#parts;
    const nowMs = clock();
    const states = this.#parts.states();
    for (const state of states) this.#add(state, nowMs);
    this.#endMinutes(nowMs);
    const past = this.#past;
    if (past.length > 0) await storeCandles(pool, past);
    this.#past = this.#past.slice(past.length);
    if (states.length > 0 && Math.abs(nowMs - this.#statesMs) >= STATES_EVERY_MS) {
      await storeStates(pool, states, nowMs);
      this.#statesMs = nowMs;
    }
    if (Math.abs(nowMs - this.#deletedMs) >= HOUR_MS) {
      await deleteCandles(pool, nowMs - KEPT_MS);
      this.#deletedMs = nowMs;
    }
  }

  #add({ market, ticks, sources: quotes }: IndexState, nowMs: number): void {
    if (ticks === undefined) return;
    const minuteMs = nowMs - (nowMs % MINUTE_MS);
    const sources = quoteStates(quotes, nowMs).filter((state) => state === 'used').length;
    const known = this.#current.get(market);
    if (known !== undefined && known.minuteMs !== minuteMs) this.#past.push(known);
    const begun = { market, minuteMs, open: ticks, high: ticks, low: ticks, close: ticks, sources };
    this.#current.set(market, known?.minuteMs === minuteMs ? withPrice(known, ticks, sources) : begun);
  }

  /** Ends candles whose minute is over: while the index is unconfirmed, no new price arrives that would end them. */
  #endMinutes(nowMs: number): void {
    for (const [market, candle] of this.#current)
      if (candle.minuteMs + MINUTE_MS <= nowMs) {
        this.#past.push(candle);
        this.#current.delete(market);
      }
  }
}
