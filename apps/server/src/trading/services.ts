import type { EndpointKey, Endpoints } from '@vitrine/contract';
import type * as kernel from '../http/handler.ts';
import type { TradingVolume } from '../projections/tables/trading-volume.ts';
import type { Services as Below } from '../wallet/services.ts';
import type { Converts } from './convert/converts.ts';
import type { MarketActivities } from './markets/market-activity.ts';
import type { OutsideFigures } from './markets/outside-figures.ts';
import type { PriceExtremes } from './markets/price-extremes.ts';
import type { TakerFlows } from './markets/taker-flow.ts';
import type { PlannedDelistings } from './planned-delistings.ts';

/** What this module provides to its own handlers and to those of the modules above it. */
export interface Services extends Below {
  readonly tradingVolume: TradingVolume;
  readonly converts: Converts;
  readonly priceExtremes: PriceExtremes;
  readonly takerFlows: TakerFlows;
  readonly marketActivities: MarketActivities;
  /** Notifies clients whose orders were refused when their trigger was reached. */
  readonly reportRefusedOrders: () => Promise<void>;
  readonly outsideFigures: OutsideFigures;
  readonly plannedDelistings: PlannedDelistings;
}

export type Call<K extends EndpointKey> = kernel.Call<Endpoints[K], Services>;
export type Handler<K extends EndpointKey> = kernel.Handler<Endpoints[K], Services>;
