import { readFileSync, statSync } from 'node:fs';

const HEADER = 'ts,pair,bid,ask';
const MAX_BYTES = 67_108_864;
const line = /^(\d{1,15}),([A-Z0-9]{1,16}-[A-Z0-9]{1,16}),(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)$/;

/** Why a recording cannot be replayed, in one sentence that says what to do. */
export class RecordedSessionError extends Error {
  override readonly name = 'RecordedSessionError';
}

export interface RecordedQuote {
  /** The time of the quote, counted from the beginning of the recording. */
  readonly afterMs: number;
  readonly bid: number;
  readonly ask: number;
}

/** Quotes by the name of their pair, oldest first. */
export type RecordedSession = ReadonlyMap<string, readonly RecordedQuote[]>;

/** Reads a recording from a file. Throws RecordedSessionError. */
export function readSession(path: string): RecordedSession {
  let text: string;
  try {
    if (statSync(path).size > MAX_BYTES) throw bad(path, 'is larger than 64 MB');
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof RecordedSessionError) throw error;
    throw bad(path, `cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  return parseSession(text, path);
}

/**
 * Parses lines of time (in milliseconds), pair (such as BTC-USDT), best bid and best ask. Throws RecordedSessionError.
 */
function parseSession(text: string, path: string): RecordedSession {
  const [header, ...lines] = text.trimEnd().split(/\r?\n/);
  if (header !== HEADER || lines.length === 0) throw bad(path, 'has no quotes');
  const quotes = new Map<string, RecordedQuote[]>();
  let [firstMs, lastMs] = [Number.NaN, 0];
  for (const [i, one] of lines.entries()) {
    const [, ts, pair = '', bid, ask] = line.exec(one) ?? [];
    const atMs = Number(ts);
    if (pair === '' || !(Number(bid) > 0) || Number(bid) > Number(ask))
      throw bad(path, `is malformed at line ${i + 2}`);
    if (atMs < lastMs) throw bad(path, `goes back in time at line ${i + 2}`);
    if (i === 0) firstMs = atMs;
    lastMs = atMs;
    const known = quotes.get(pair) ?? [];
    known.push({ afterMs: atMs - firstMs, bid: Number(bid), ask: Number(ask) });
    quotes.set(pair, known);
  }
  return quotes;
}

const bad = (path: string, what: string): RecordedSessionError =>
  new RecordedSessionError(`The recording ${path} ${what}: use a file with lines of ${HEADER}, oldest first.`);
