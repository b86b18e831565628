import type { Calls, StreamLogEntry, StreamTicker } from '@vitrine/contract';
import { Stream, type StreamStatus } from '../lib/stream.ts';
import { createStore } from './store.ts';

type GetKey = Extract<keyof Calls, `GET ${string}`>;

/** Makes a GET call. Returns undefined if it fails, because the page is complete without its figures. */
export async function read<K extends GetKey>(key: K, query = ''): Promise<Calls[K]['response'] | undefined> {
  try {
    const answer = await fetch(key.slice(4) + query, {
      headers: { accept: 'application/json', 'accept-language': document.documentElement.lang },
    });
    return answer.ok ? ((await answer.json()) as Calls[K]['response']) : undefined;
  } catch {
    return undefined;
  }
}

export type Figures = Calls['GET /api/v3/front']['response'];
export type Sums = Calls['GET /api/v3/ledger-sums']['response'];
export type Pair = Calls['GET /api/v3/all-pairs']['response']['coinpair'][number];
export type NewsItem = Calls['GET /api/v3/news']['response']['newsfeed']['Data'][number];
export type Promotion = Calls['GET /api/v3/promotions']['response']['promotions'][number];
export type Outside = Calls['GET /api/v3/outside-news']['response'];
type OwnEntry = Calls['GET /api/v3/wallet/statement']['response']['lines'][number];

/** The state of the log as shown on the page. */
export interface LogState {
  readonly position: number;
  /** Oldest first. */
  readonly entries: readonly StreamLogEntry[];
}

const ENTRIES_KEPT = 16;
const FEW = 3;
const NO_TICKERS: ReadonlyMap<string, StreamTicker> = new Map();

export const isClient = createStore(false);
export const figures = createStore<Figures | undefined>(undefined);
export const sums = createStore<Sums | undefined>(undefined);
export const pairs = createStore<readonly Pair[] | undefined>(undefined);
export const news = createStore<readonly NewsItem[] | undefined>(undefined);
export const outsideNews = createStore<Outside | undefined>(undefined);
export const promotions = createStore<readonly Promotion[] | undefined>(undefined);
export const rates = createStore<{ readonly maker: string; readonly taker: string } | undefined>(undefined);
export const tickers = createStore(NO_TICKERS);
export const log = createStore<LogState>({ position: 0, entries: [] });
export const ownEntries = createStore<readonly OwnEntry[]>([]);
export const connection = createStore<StreamStatus>({ state: 'idle', pingMs: undefined });

/** How long price changes are batched before they are rendered. */
const DRAW_EVERY_MS = 500;
const SUMS_EVERY_MS = 30_000;
const FIGURES_EVERY_MS = 60_000;
const NEWS_SHOWN = 6;

/** Starts all live updates of the page, after its first paint. */
export function startLive(): void {
  const stream = new Stream(() => new WebSocket(`${location.origin.replace(/^http/, 'ws')}/stream`));
  void load(stream);
  stream.onStatus(() => connection.set(stream.status()));
  window.addEventListener('online', () => stream.reconnect());
  listenToTickers(stream);
  stream.listen({ channel: 'log' }, (message) => {
    if (message.type !== 'log_snapshot' && message.type !== 'log') return;
    const before = message.type === 'log' ? log.get().entries : [];
    const entries = sample([...before, ...message.entries]);
    log.set({ position: message.position, entries });
  });
  setInterval(() => void loadSums(), SUMS_EVERY_MS);
  setInterval(() => void loadFigures(), FIGURES_EVERY_MS);
}

/**
 * The newest entries to show. Price updates by the exchange itself would crowd out entries by people, so they are shown
 * only while there are few others.
 */
function sample(entries: readonly StreamLogEntry[]): readonly StreamLogEntry[] {
  const ofPeople = entries.filter(({ kind }) => kind !== 'market' && kind !== 'other');
  return (ofPeople.length < FEW ? entries : ofPeople).slice(-ENTRIES_KEPT);
}

async function load(stream: Stream): Promise<void> {
  const [session, list] = await Promise.all([read('GET /api/v3/session'), read('GET /api/v3/all-pairs')]);
  pairs.set(list?.coinpair);
  isClient.set(Boolean(session?.client));
  if (session?.client) followOwnEntries(stream);
  await Promise.all([loadFigures(), loadSums(), loadPromotions(), loadNews(), loadRates()]);
}

async function loadFigures(): Promise<void> {
  figures.set((await read('GET /api/v3/front')) ?? figures.get());
}

async function loadSums(): Promise<void> {
  sums.set((await read('GET /api/v3/ledger-sums')) ?? sums.get());
}

async function loadNews(): Promise<void> {
  const [own, outside] = await Promise.all([read('GET /api/v3/news'), read('GET /api/v3/outside-news')]);
  news.set(own?.newsfeed.Data.slice(0, NEWS_SHOWN));
  outsideNews.set(outside);
}

async function loadPromotions(): Promise<void> {
  promotions.set((await read('GET /api/v3/promotions'))?.promotions);
}

async function loadRates(): Promise<void> {
  const [first] = (await read('GET /api/v3/fee-schedule'))?.tiers ?? [];
  if (first) rates.set({ maker: first.maker_rate_percent, taker: first.taker_rate_percent });
}

function listenToTickers(stream: Stream): void {
  let incoming = new Map<string, StreamTicker>();
  let isWaiting = false;
  stream.listen({ channel: 'tickers' }, (message) => {
    if (message.type !== 'tickers_snapshot' && message.type !== 'tickers') return;
    for (const ticker of message.tickers) incoming.set(ticker.name, ticker);
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      tickers.set(incoming);
      incoming = new Map(incoming);
    }, DRAW_EVERY_MS);
  });
}

/** Follows the client's own entries, which the server sends only to that client. */
function followOwnEntries(stream: Stream): void {
  const refresh = async () => ownEntries.set((await read('GET /api/v3/wallet/statement'))?.lines ?? ownEntries.get());
  stream.listen({ channel: 'private' }, (message) => {
    if (message.type === 'private_snapshot' || message.type === 'private') void refresh();
    if (message.type === 'signed_out') location.reload();
  });
}
