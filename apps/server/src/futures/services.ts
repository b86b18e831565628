import type { EndpointKey, Endpoints } from '@vitrine/contract';
import type * as kernel from '../http/handler.ts';
import type { KeyedMutex } from '../kit/keyed-mutex.ts';
import type { MarketFeed } from '../providers/market-feed/market-feed.ts';
import type { Services as Below } from '../trading/services.ts';
import type { Acceptances } from './acceptances.ts';
import type { FundingRates } from './funding/funding-rates.ts';
import type { SettleFundings } from './funding/settle-fundings.ts';
import type { IndexFeed } from './index-price/index-feed.ts';
import type { IndexPrices } from './index-price/index-prices.ts';
import type { IndexRecorder } from './index-price/index-recorder.ts';
import type { IndexSources } from './index-price/index-sources.ts';
import type { OpenInterestRecorder } from './positions/open-interest.ts';
import type { PositionDataReader } from './positions/position-data.ts';
import type { FuturesRisk } from './risk/futures-risk.ts';

/** What this module provides to its own handlers and to those of the modules above it. */
export interface Services extends Below {
  /** What clients accepted before they opened positions. */
  readonly acceptances: Acceptances;
  readonly fundingRates: FundingRates;
  readonly fundings: SettleFundings;
  /** Sets the mark prices. */
  readonly indexFeed: IndexFeed;
  readonly indexPrices: IndexPrices;
  readonly indexRecorder: IndexRecorder;
  /** The sources that were chosen for each market. */
  readonly indexSources: IndexSources;
  /** The external price sources of the index. They are connected only on the leader. */
  readonly marketFeeds: readonly MarketFeed[];
  /** The figures that operators watch. */
  readonly futuresRisk: FuturesRisk;
  readonly openInterest: OpenInterestRecorder;
  readonly positionData: PositionDataReader;
  /** A mutex by owner, for calls that set a leverage or place an order at a leverage that they have set. */
  readonly leverageTurns: KeyedMutex;
}

export type Call<K extends EndpointKey> = kernel.Call<Endpoints[K], Services>;
export type Handler<K extends EndpointKey> = kernel.Handler<Endpoints[K], Services>;
