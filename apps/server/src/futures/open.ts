import type { Ground } from '../kit/ground.ts';
import { KeyedMutex } from '../kit/keyed-mutex.ts';
import type { MarketFeed } from '../providers/market-feed/market-feed.ts';
import { Acceptances } from './acceptances.ts';
import { FundingRates } from './funding/funding-rates.ts';
import { SettleFundings } from './funding/settle-fundings.ts';
import { BookSource } from './index-price/book-source.ts';
import { FeedSource } from './index-price/feed-source.ts';
import { IndexFeed } from './index-price/index-feed.ts';
import { IndexPrices } from './index-price/index-prices.ts';
import { IndexRecorder } from './index-price/index-recorder.ts';
import { IndexSources } from './index-price/index-sources.ts';
import { storedProtection } from './index-price/stored-protection.ts';
import { OpenInterestRecorder } from './positions/open-interest.ts';
import { PositionDataReader } from './positions/position-data.ts';
import { FuturesRisk } from './risk/futures-risk.ts';
import type { Services } from './services.ts';

type Below = Pick<Services, 'core' | 'instruments' | 'sequencer' | 'histories' | 'clock' | 'log'>;

interface Outside {
  /** Whether our own spot books are used as a price source. In a sandbox without simulated traders they are empty. */
  readonly hasBooks: boolean;
  /** External price sources of the index. */
  readonly marketFeeds: readonly MarketFeed[];
}

export function openFutures(below: Below, { pool }: Ground, { hasBooks, marketFeeds }: Outside) {
  const { instruments, sequencer, clock } = below;
  const indexSources = new IndexSources(pool, clock);
  const indexFeed = new IndexFeed({
    core: () => below.core,
    perpetuals: () => instruments.perpetuals(),
    clock,
    submit: sequencer.submit,
    held: (market, markTicks, ticks) =>
      below.log.error(
        { market, markTicks, indexTicks: ticks },
        'index confirmed, but far from the mark price: market stays protected',
      ),
    protection: storedProtection(pool, sequencer.epoch),
    choices: indexSources,
  });
  for (const feed of marketFeeds) indexFeed.add(new FeedSource(feed, clock));
  if (hasBooks) indexFeed.add(new BookSource(below));
  const indexPrices = new IndexPrices({ pool, indexFeed, clock });
  const indexRecorder = new IndexRecorder({ pool, clock, states: () => indexFeed.confirmedStates() });
  const fundingRates = new FundingRates(pool, clock);
  const fundings = new SettleFundings({
    pool,
    core: () => below.core,
    histories: below.histories,
    rates: fundingRates,
    clock,
    submit: sequencer.submit,
  });
  const futuresRisk = new FuturesRisk({ pool, core: () => below.core, histories: below.histories, clock });
  const openInterest = new OpenInterestRecorder({ pool, core: () => below.core, clock });
  const positionData = new PositionDataReader(below);
  return {
    acceptances: new Acceptances(pool),
    fundingRates,
    fundings,
    indexFeed,
    indexPrices,
    indexRecorder,
    indexSources,
    marketFeeds,
    futuresRisk,
    openInterest,
    positionData,
    leverageTurns: new KeyedMutex(),
  };
}
