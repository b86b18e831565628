import { setTimeout as sleep } from 'node:timers/promises';
import type { BodyOf, endpoints } from '@vitrine/contract';
import type { IndexedMarket, SourceChoice } from '../futures/index-price/index-source.ts';
import { ApiError } from '../kit/api-error.ts';
import { type Pair, pairName, pairOf } from '../providers/market-feed/market-feed.ts';
import type { Services } from './services.ts';

export type ChoiceBody = BodyOf<typeof endpoints.consoleAskForIndexSources>['index_sources'];

/** How long a request waits for the first prices of sources that were not followed before. */
const PRICES_WITHIN_MS = 8_000;
const LOOK_EVERY_MS = 200;
/** An index needs two sources that confirm each other, unless the settings name only one. */
const LEAST_SOURCES = 2;

type Feed = Pick<Services, 'indexFeed'>;

/** The chosen sources and their pairs. Errors: listing_invalid. */
export function readChoice({ indexFeed }: Feed, body: ChoiceBody, quote: string): SourceChoice {
  const offered = new Set(indexFeed.choosable.map(({ id }) => id));
  const choice = new Map<string, Pair>();
  for (const { source, symbol } of body) {
    if (!offered.has(source) || choice.has(source)) throw invalid('index_source_unknown', source);
    const pair = pairOf(symbol);
    if (pair?.quote !== quote) throw invalid('index_symbol_malformed', symbol);
    choice.set(source, pair);
  }
  const least = Math.min(LEAST_SOURCES, offered.size);
  if (choice.size < least) throw invalid('index_sources_too_few', String(least));
  return choice;
}

/**
 * Requires that each chosen source has a price for its pair; a pair that was not followed before has a few seconds to
 * receive one. Errors: listing_invalid.
 */
export async function demandPrices(
  { indexFeed, indexSources, clock }: Feed & Pick<Services, 'indexSources' | 'clock'>,
  market: IndexedMarket,
  choice: SourceChoice,
): Promise<void> {
  indexSources.propose(choice);
  const endMs = clock() + PRICES_WITHIN_MS;
  for (;;) {
    const probes = indexFeed.probe(market, choice);
    const unknown = probes.find(({ state }) => state === 'unknown');
    if (unknown !== undefined) throw invalid('index_symbol_unknown', pairName(unknown.pair));
    const unpriced = probes.find(({ state, quote }) => state !== 'live' || quote === undefined);
    if (unpriced === undefined) return;
    if (clock() >= endMs) throw invalid('index_symbol_unpriced', pairName(unpriced.pair));
    await sleep(LOOK_EVERY_MS);
  }
}

/** The choice in the form in which a request states it. */
export const choiceBody = (choice: SourceChoice): ChoiceBody =>
  [...choice].map(([source, pair]) => ({ source, symbol: pairName(pair) }));

/** The choice as an approval shows it, such as `okx BTC-USDT, kraken BTC-USDT`. */
export const choiceText = (body: ChoiceBody | undefined): string =>
  body === undefined ? 'all' : body.map(({ source, symbol }) => `${source} ${symbol}`).join(', ');

type Reason =
  | 'index_source_unknown'
  | 'index_symbol_malformed'
  | 'index_sources_too_few'
  | 'index_symbol_unknown'
  | 'index_symbol_unpriced';

const invalid = (reason: Reason, most: string): ApiError<'listing_invalid'> =>
  new ApiError('listing_invalid', { reason, field: 'index_sources', most });
