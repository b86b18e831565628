import type { AssetUnits, PriceTicks, RatePpm, SizeLots } from '@vitrine/money';
import type { Command } from '../../src/commands/all.ts';
import type { PlaceOrder } from '../../src/commands/place-order.ts';
import type { CoreEvent, OrderAccepted, OrderEnd, OrderEnded } from '../../src/vocabulary/events.ts';
import { type Refusal, refusals } from '../../src/vocabulary/refusals.ts';
import type {
  AssetId,
  MarketId,
  MarketRules,
  MarketStatus,
  OrderId,
  OwnerId,
  Reference,
} from '../../src/vocabulary/terms.ts';

/** The commands, events and refusals of perpetual futures, with the names of SPEC.md. */

export type Position = 'long' | 'short';
export const positions: readonly Position[] = ['long', 'short'];

/** [X2], in this order. */
export interface PerpetualTerms {
  readonly maxLeverage: number;
  readonly maintenancePpm: RatePpm;
  readonly riskStepPpm: RatePpm;
  readonly liquidationFeePpm: RatePpm;
  readonly riskLimitUnits: AssetUnits;
  readonly riskStepUnits: AssetUnits;
  readonly maxPositionLots: SizeLots;
  readonly maxOpenInterestLots: SizeLots;
}

export interface ListPerpetual extends MarketRules, PerpetualTerms {
  readonly kind: 'ListPerpetual';
  readonly market: MarketId;
  readonly base: AssetId;
  readonly quote: AssetId;
  readonly markTicks: PriceTicks;
  readonly status: MarketStatus;
}
export interface ChangePerpetualTerms extends PerpetualTerms {
  readonly kind: 'ChangePerpetualTerms';
  readonly market: MarketId;
}
export interface SetMarkPrice {
  readonly kind: 'SetMarkPrice';
  readonly market: MarketId;
  readonly markTicks: PriceTicks;
}
export interface SetLeverage {
  readonly kind: 'SetLeverage';
  readonly owner: OwnerId;
  readonly market: MarketId;
  readonly position: Position;
  readonly leverage: number;
}
export interface ChangeMargin {
  readonly kind: 'ChangeMargin';
  readonly owner: OwnerId;
  readonly market: MarketId;
  readonly position: Position;
  readonly change: 'add' | 'remove';
  readonly units: AssetUnits;
  readonly reference?: Reference;
}
export interface SettleFunding {
  readonly kind: 'SettleFunding';
  readonly market: MarketId;
  readonly payer: Position;
  readonly ratePpm: RatePpm;
}
/** Since rules 3 an order may be reduce-only. */
export interface PlacePerpetualOrder extends PlaceOrder {
  readonly reduceOnly?: boolean;
}

export type OracleCommand =
  | Command
  | PlacePerpetualOrder
  | ListPerpetual
  | ChangePerpetualTerms
  | SetMarkPrice
  | SetLeverage
  | ChangeMargin
  | SettleFunding;

type PerpetualRefusal =
  | 'no_position'
  | 'has_open_orders'
  | 'above_position_limit'
  | 'below_initial_margin'
  | 'would_liquidate';

export type OracleRefusal = Refusal | PerpetualRefusal;

/** Where SPEC.md leaves it to refusals.ts: these come directly before or after the balance. */
const aroundBalance: Record<PerpetualRefusal, number> = {
  no_position: -0.5,
  has_open_orders: -0.4,
  above_position_limit: -0.3,
  below_initial_margin: 0.3,
  would_liquidate: 0.5,
};

const rankOf = (refusal: OracleRefusal): number => {
  const index = (refusals as readonly OracleRefusal[]).indexOf(refusal);
  return index >= 0 ? index : refusals.indexOf('exceeds_balance') + aroundBalance[refusal as PerpetualRefusal];
};

export type Check = readonly [isSo: boolean, refusal: OracleRefusal];

/** [C2]: of the refusals that apply, the one that comes first in refusals.ts. */
export const firstOf = (checks: readonly Check[]): OracleRefusal | undefined =>
  checks
    .filter(([isSo]) => isSo)
    .map(([, refusal]) => refusal)
    .sort((a, b) => rankOf(a) - rankOf(b))[0];

export type OracleOrderEnd =
  | OrderEnd
  | 'would_liquidate'
  | 'beyond_bankruptcy'
  | 'position_closed'
  | 'open_interest_limit'
  | 'liquidated';

type EventOf<C extends { kind: string }, K extends string> = Omit<C, 'kind' | 'reference'> & { readonly kind: K };

/** After a fill or a close: what the position then is, and the profit of what was closed, before the fee. */
export interface PositionChanged {
  readonly kind: 'PositionChanged';
  readonly owner: OwnerId;
  readonly market: MarketId;
  readonly position: Position;
  readonly sizeLots: SizeLots;
  readonly costUnits: AssetUnits;
  readonly marginUnits: AssetUnits;
  readonly realizedUnits: AssetUnits;
}
export interface LiquidationStarted {
  readonly kind: 'LiquidationStarted';
  readonly order: OrderId;
  readonly owner: OwnerId;
  readonly market: MarketId;
  readonly position: Position;
  readonly sizeLots: SizeLots;
  readonly bankruptcyTicks: PriceTicks;
  readonly markTicks: PriceTicks;
}
export interface PositionSettled {
  readonly kind: 'PositionSettled';
  readonly market: MarketId;
  readonly owner: OwnerId;
  readonly counterOwner: OwnerId;
  readonly position: Position;
  readonly priceTicks: PriceTicks;
  readonly sizeLots: SizeLots;
  readonly notionalUnits: AssetUnits;
  readonly feeUnits: AssetUnits;
  readonly means: 'own_position' | 'insurance_fund' | 'deleveraging';
}
export interface FundingStarted extends EventOf<SettleFunding, 'FundingStarted'> {
  readonly markTicks: PriceTicks;
}
export interface FundingSettled {
  readonly kind: 'FundingSettled';
  readonly market: MarketId;
  readonly owner: OwnerId;
  readonly position: Position;
  readonly paidUnits: AssetUnits;
  readonly receivedUnits: AssetUnits;
  readonly marginUnits: AssetUnits;
}
export interface FundingEnded {
  readonly kind: 'FundingEnded';
  readonly market: MarketId;
  readonly collectedUnits: AssetUnits;
  readonly restUnits: AssetUnits;
}

export type OracleEvent =
  | CoreEvent
  | { readonly kind: 'CommandRefused'; readonly refusal: OracleRefusal }
  | (OrderAccepted & { readonly reduceOnly?: boolean })
  | (Omit<OrderEnded, 'end' | 'refusal'> & { readonly end: OracleOrderEnd; readonly refusal?: OracleRefusal })
  | EventOf<ListPerpetual, 'PerpetualListed'>
  | EventOf<ChangePerpetualTerms, 'PerpetualTermsChanged'>
  | EventOf<SetMarkPrice, 'MarkPriceSet'>
  | EventOf<SetLeverage, 'LeverageSet'>
  | (EventOf<ChangeMargin, 'MarginChanged'> & { readonly marginUnits: AssetUnits })
  | PositionChanged
  | LiquidationStarted
  | PositionSettled
  | FundingStarted
  | FundingSettled
  | FundingEnded;
