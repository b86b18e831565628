import { isDeepStrictEqual } from 'node:util';
import type { endpoints, ResponseOf } from '@vitrine/contract';
import type { TimeMs } from '@vitrine/money';
import { findPerpetual } from '../../futures/http/find-perpetual.ts';
import { codesOf } from '../../futures/index-price/feed-source.ts';
import { type IndexedMarket, type SourceChoice, tickSize } from '../../futures/index-price/index-source.ts';
import { ApiError } from '../../kit/api-error.ts';
import { findAsset } from '../../kit/find.ts';
import { isDelisted, nameIn } from '../../kit/instruments.ts';
import { pairName } from '../../providers/market-feed/market-feed.ts';
import { demandConfirmedIndex } from '../demand-index.ts';
import { choiceBody, choiceText, demandPrices, readChoice } from '../index-choice.ts';
import { INDEX_SOURCES, type IndexSourcesParameters } from '../listing-approvals.ts';
import type { Handler, Services } from '../services.ts';
import { askForApproval } from './ask-for-approval.ts';

type Probe = ResponseOf<typeof endpoints.consoleCheckIndexSources>['sources'][number];

/** The tick in which quotes are expressed if the market is not listed yet. */
const FINE_TICK = { coefficient: 1, scale: 8 } as IndexedMarket['tick'];
const PRICE_DIGITS = 10;

export const consoleIndexSources: Handler<'consoleIndexSources'> = async ({ services }) => {
  const { indexFeed, indexSources, instruments } = services;
  await indexSources.load();
  const offered = indexFeed.choosable;
  return {
    sources: offered.map(({ id, name }) => ({ source: id, name })),
    markets: instruments.perpetuals().map((market) => {
      const choice = indexSources.of(market);
      const all: SourceChoice = new Map(offered.map(({ id }) => [id, codesOf(market)]));
      return {
        name: nameIn.web(market),
        is_chosen: choice !== undefined,
        index_sources: [...choiceBody(choice ?? all)],
      };
    }),
  };
};

export const consoleCheckIndexSources: Handler<'consoleCheckIndexSources'> = async ({ services, query }) => {
  const { indexFeed, indexSources, clock } = services;
  const [base, quote] = [findAsset(services, query.base), findAsset(services, query.quote)];
  const body = query.symbols.split(',').map((text) => {
    const [source = '', symbol = ''] = text.split(':');
    return { source, symbol };
  });
  const choice = readChoice(services, body, quote.code);
  await indexSources.load();
  indexSources.propose(choice);
  const market: IndexedMarket = { base, quote, tick: FINE_TICK };
  const index = indexFeed.indexFor(market, choice);
  const probes = indexFeed.probe(market, choice);
  return {
    sources: probes.map(({ id, pair, state, quote: known }) => ({
      source: id,
      symbol: pairName(pair),
      state: state === 'live' ? (known === undefined ? 'waiting' : 'priced') : state,
      price: state === 'live' && known !== undefined ? priceOf(known.ticks) : '',
      at: (state === 'live' && known !== undefined ? known.atMs : 0) as TimeMs,
    })) satisfies Probe[],
    price: index === undefined ? '' : priceOf(index),
    time: clock() as TimeMs,
  };
};

const priceOf = (ticks: number): string => {
  const price = ticks * tickSize({ tick: FINE_TICK });
  const decimals = Math.max(0, Math.min(FINE_TICK.scale, PRICE_DIGITS - Math.ceil(Math.log10(price)) - 1));
  return price
    .toFixed(decimals)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
};

export const consoleAskForIndexSources: Handler<'consoleAskForIndexSources'> = async (call) => {
  const { services, body } = call;
  const perpetual = findPerpetual(services, body.name);
  const name = nameIn.web(perpetual);
  if (isDelisted(perpetual)) throw new ApiError('market_delisted', { name });
  const choice = readChoice(services, body.index_sources, perpetual.quote.code);
  await services.indexSources.load();
  const before = currentChoice(services, perpetual);
  const after = choiceBody(choice);
  if (isDeepStrictEqual(before, after)) throw new ApiError('nothing_to_change');
  await demandPrices(services, perpetual, choice);
  demandConfirmedIndex(services, perpetual, choice);
  const parameters: IndexSourcesParameters = { market: perpetual.market, before, after };
  return askForApproval(call, {
    subject: `market ${name}`,
    kind: INDEX_SOURCES,
    parameters,
    before: { index_sources: choiceText(before) },
    after: { index_sources: choiceText(after) },
  });
};

/** The choice of a market; undefined if it uses all sources. */
function currentChoice({ indexSources }: Pick<Services, 'indexSources'>, market: IndexedMarket) {
  const choice = indexSources.of(market);
  return choice && choiceBody(choice);
}
