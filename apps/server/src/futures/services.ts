import type { Endpoint } from '@vitrine/contract';
import type * as kernel from '../http/handler.ts';
import type { Services as Below } from '../trading/services.ts';
import type { FundingRates } from './funding/funding-rates.ts';
import type { SettleFundings } from './funding/settle-fundings.ts';
import type { IndexFeed } from './index-price/index-feed.ts';
import type { OpenInterestRecorder } from './positions/open-interest.ts';
import type { PositionDataReader } from './positions/position-data.ts';
import type { FuturesRisk } from './risk/futures-risk.ts';

/** What this module provides to its own handlers and to those of the modules above it. */
export interface Services extends Below {
  readonly fundingRates: FundingRates;
  readonly fundings: SettleFundings;
  /** Sets the mark prices. */
  readonly indexFeed: IndexFeed;
  /** What operators watch. */
  readonly futuresRisk: FuturesRisk;
  readonly openInterest: OpenInterestRecorder;
  readonly positionData: PositionDataReader;
}

export type Call<E extends Endpoint> = kernel.Call<E, Services>;
export type Handler<E extends Endpoint> = kernel.Handler<E, Services>;
