import type { AssetUnits, PriceTicks, RatePpm, SizeLots, TimeMs } from '@vitrine/money';
import type { ChangeMargin } from '../commands/change-margin.ts';
import type { ListMarket } from '../commands/list-market.ts';
import type { ListPerpetual } from '../commands/list-perpetual.ts';
import type { RegisterAsset } from '../commands/register-asset.ts';
import type { SetFeeSchedule } from '../commands/set-fee-schedule.ts';
import type { SetFeeTier } from '../commands/set-fee-tier.ts';
import type { SetLeverage } from '../commands/set-leverage.ts';
import type { SetMarkPrice } from '../commands/set-mark-price.ts';
import type { SetReferencePrice } from '../commands/set-reference-price.ts';
import type { Refusal } from './refusals.ts';
import type {
  AssetId,
  HoldId,
  Leg,
  MarketId,
  MarketRules,
  MarketStatus,
  OrderId,
  OwnerId,
  PerpetualTerms,
  PositionSide,
  SelfTrade,
  Side,
  TimeInForce,
  TransferPurpose,
  Wallet,
} from './terms.ts';

/** The command was refused, and changed nothing. */
export interface CommandRefused {
  readonly kind: 'CommandRefused';
  readonly refusal: Refusal;
}
/**
 * A command with the same reference and content was accepted before, so nothing changed; `position` and `result` are
 * those of the earlier command.
 */
export interface CommandRepeated {
  readonly kind: 'CommandRepeated';
  readonly position: number;
  readonly result: number;
}

export interface AssetRegistered extends Omit<RegisterAsset, 'kind'> {
  readonly kind: 'AssetRegistered';
}
export interface MarketListed extends Omit<ListMarket, 'kind'> {
  readonly kind: 'MarketListed';
}
export interface MarketRulesChanged extends MarketRules {
  readonly kind: 'MarketRulesChanged';
  readonly market: MarketId;
}
export interface MarketStatusChanged {
  readonly kind: 'MarketStatusChanged';
  readonly market: MarketId;
  readonly status: MarketStatus;
}
export interface ReferencePriceSet extends Omit<SetReferencePrice, 'kind'> {
  readonly kind: 'ReferencePriceSet';
}
export interface FeeScheduleSet extends Omit<SetFeeSchedule, 'kind'> {
  readonly kind: 'FeeScheduleSet';
}
export interface FeeTierSet extends Omit<SetFeeTier, 'kind'> {
  readonly kind: 'FeeTierSet';
}
export interface OwnerFrozen {
  readonly kind: 'OwnerFrozen';
  readonly owner: OwnerId;
}
export interface OwnerUnfrozen {
  readonly kind: 'OwnerUnfrozen';
  readonly owner: OwnerId;
}
export interface RestrictionsSet {
  readonly kind: 'RestrictionsSet';
  readonly owner: OwnerId;
  readonly tradeUntil: TimeMs;
  readonly withdrawUntil: TimeMs;
}
export interface AuditAnchored {
  readonly kind: 'AuditAnchored';
  readonly sequence: number;
  readonly hash: string;
}
export interface ClockAdvanced {
  readonly kind: 'ClockAdvanced';
  readonly byMs: number;
}
export interface RulesActivated {
  readonly kind: 'RulesActivated';
  readonly version: number;
}

export interface TransferPosted {
  readonly kind: 'TransferPosted';
  readonly purpose: TransferPurpose;
  /** Number of the business record for which the transfer moved money; 0 for none. */
  readonly record: number;
  readonly legs: readonly Leg[];
}

interface HoldFields {
  readonly hold: HoldId;
  readonly purpose: TransferPurpose;
  readonly asset: AssetId;
  readonly fromOwner: OwnerId;
  readonly fromWallet: Wallet;
  readonly toOwner: OwnerId;
  readonly toWallet: Wallet;
  readonly units: AssetUnits;
  /** The number of the business record, as in TransferPosted. */
  readonly record: number;
}
export interface HoldPending extends HoldFields {
  readonly kind: 'HoldPending';
}
/** `units` went to the receiver, and `returnedUnits` went back to the account they came from. */
export interface HoldPosted extends HoldFields {
  readonly kind: 'HoldPosted';
  readonly returnedUnits: AssetUnits;
}
export interface HoldVoided extends HoldFields {
  readonly kind: 'HoldVoided';
  readonly expired: boolean;
}

/**
 * A conversion was executed. The events of its orders come before this one. `quote` is the quote asset of the market in
 * which it traded, or of both markets.
 */
export interface Converted {
  readonly kind: 'Converted';
  readonly owner: OwnerId;
  readonly from: AssetId;
  readonly to: AssetId;
  readonly quote: AssetId;
  /** In units of `from`. A remainder of less than a lot was not spent. */
  readonly spentUnits: AssetUnits;
  /** In units of `to`, after deducting the fee. */
  readonly receivedUnits: AssetUnits;
  /** If there were two trades, the quote units that the first trade yielded after its fee; otherwise 0. */
  readonly betweenUnits: AssetUnits;
  /** The part of `betweenUnits` that the second trade did not spend, and that the owner keeps. */
  readonly unusedUnits: AssetUnits;
  /** The fees of all trades, in quote units. */
  readonly feeUnits: AssetUnits;
  readonly firstOrder: OrderId;
  /** 0 if there was only one trade. */
  readonly secondOrder: OrderId;
  /** The hold from which the units were taken, which was voided just before; 0 for none. */
  readonly hold: HoldId;
  /** The number of the business record, as in TransferPosted. */
  readonly record: number;
}

/**
 * An order was accepted: it rests, waits for its trigger or trades immediately (the fills follow). Zero means 'none'.
 */
export interface OrderAccepted {
  readonly kind: 'OrderAccepted';
  readonly order: OrderId;
  readonly owner: OwnerId;
  readonly market: MarketId;
  readonly side: Side;
  readonly type: 'limit' | 'market';
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly selfTrade: SelfTrade;
  readonly priceTicks: PriceTicks;
  readonly sizeLots: SizeLots;
  readonly budgetUnits: AssetUnits;
  readonly trigger: 'none' | 'stop' | 'take_profit';
  readonly triggerTicks: PriceTicks;
  readonly clientOrderId: number;
  /** Whether the order may only reduce a position of a perpetual market. */
  readonly reduceOnly?: boolean | undefined;
  /** The other leg of an OCO. */
  readonly ocoOrder: OrderId;
  /** Units newly held for the order: the quote asset for a buy or in a perpetual market, the base asset for a sell. */
  readonly heldUnits: AssetUnits;
}
/**
 * The take-profit and the stop-loss attached to an order (zero: none). Emitted when the order is accepted, and when a
 * fill places the protecting orders: the first fill, or the first one after earlier protecting orders have ended.
 */
export interface OrderProtected {
  readonly kind: 'OrderProtected';
  readonly order: OrderId;
  readonly owner: OwnerId;
  readonly market: MarketId;
  readonly takeProfitTicks: PriceTicks;
  readonly stopLossTicks: PriceTicks;
  /** The orders that were placed; zero if none. */
  readonly takeProfitOrder: OrderId;
  readonly stopLossOrder: OrderId;
}
export interface OrderTriggered {
  readonly kind: 'OrderTriggered';
  readonly order: OrderId;
  readonly owner: OwnerId;
  readonly market: MarketId;
}
/**
 * Two orders have traded with each other. In a spot market, the buyer pays the notional plus the buyer's fee, and the
 * seller gets the notional minus the seller's fee.
 */
export interface OrderFilled {
  readonly kind: 'OrderFilled';
  readonly market: MarketId;
  /** Counted per market, starting at 1. */
  readonly trade: number;
  readonly takerSide: Side;
  readonly makerOrder: OrderId;
  readonly makerOwner: OwnerId;
  readonly takerOrder: OrderId;
  readonly takerOwner: OwnerId;
  readonly priceTicks: PriceTicks;
  readonly sizeLots: SizeLots;
  readonly notionalUnits: AssetUnits;
  readonly makerFeeUnits: AssetUnits;
  readonly takerFeeUnits: AssetUnits;
  /**
   * The number of lots of each order that are still open after this fill; zero if the order is filled or, for an order
   * by budget, if it has ended.
   */
  readonly makerOpenLots: SizeLots;
  readonly takerOpenLots: SizeLots;
}
export interface OrderAmended {
  readonly kind: 'OrderAmended';
  readonly order: OrderId;
  readonly owner: OwnerId;
  readonly market: MarketId;
  readonly priceTicks: PriceTicks;
  readonly openLots: SizeLots;
  readonly triggerTicks: PriceTicks;
  readonly keptPlace: boolean;
}
export type OrderEnd =
  | 'filled'
  | 'cancelled'
  | 'unfilled'
  | 'self_trade'
  | 'oco'
  | 'frozen'
  | 'trigger_refused'
  | 'beyond_protection'
  | 'position_closed'
  | 'would_liquidate'
  | 'beyond_bankruptcy'
  | 'liquidated'
  | 'open_interest_limit';
/**
 * The order ended, and its remaining hold was released. 'unfilled': the remaining lots of an IOC or market order were
 * cancelled, or the market stopped while the order was taking.
 */
export interface OrderEnded {
  readonly kind: 'OrderEnded';
  readonly order: OrderId;
  readonly owner: OwnerId;
  readonly market: MarketId;
  readonly end: OrderEnd;
  /** Lots that never traded; 0 for an order by budget. */
  readonly unfilledLots: SizeLots;
  /**
   * The remaining hold, which was released: in quote units for a buy or in a perpetual market, in base units for a
   * sell.
   */
  readonly releasedUnits: AssetUnits;
  /** Why the order was refused when it was triggered; set only if it ended with 'trigger_refused'. */
  readonly refusal?: Refusal;
}
/**
 * A price level's new total; zero when the level is gone. `number` counts the level changes of this market without
 * gaps.
 */
export interface LevelChanged {
  readonly kind: 'LevelChanged';
  readonly market: MarketId;
  readonly number: number;
  readonly side: Side;
  readonly priceTicks: PriceTicks;
  readonly sizeLots: SizeLots;
}

export interface PerpetualListed extends Omit<ListPerpetual, 'kind'> {
  readonly kind: 'PerpetualListed';
}
/** Owners may not close a position of this market for this many days after opening it; 0 for none. */
export interface MinimumTermSet {
  readonly kind: 'MinimumTermSet';
  readonly market: MarketId;
  readonly days: number;
}

export interface PerpetualTermsChanged extends PerpetualTerms {
  readonly kind: 'PerpetualTermsChanged';
  readonly market: MarketId;
}
export interface MarkPriceSet extends Omit<SetMarkPrice, 'kind'> {
  readonly kind: 'MarkPriceSet';
}
export interface LeverageSet extends Omit<SetLeverage, 'kind'> {
  readonly kind: 'LeverageSet';
}
export interface MarginChanged extends Omit<ChangeMargin, 'kind' | 'reference'> {
  readonly kind: 'MarginChanged';
  /** The position's margin after the change. */
  readonly marginUnits: AssetUnits;
}

interface PositionFields {
  readonly owner: OwnerId;
  readonly market: MarketId;
  readonly position: PositionSide;
}
/**
 * A fill or a settlement opened or closed a part of the position, or a funding payment realized part of its profit.
 * Size, cost and margin are those after the event; profit is that of the event.
 */
export interface PositionChanged extends PositionFields {
  readonly kind: 'PositionChanged';
  readonly sizeLots: SizeLots;
  readonly costUnits: AssetUnits;
  readonly marginUnits: AssetUnits;
  /**
   * The profit of the lots that were closed, without the fee; negative for a loss, 0 if lots were opened. For a funding
   * payment: the profit that was realized to pay it.
   */
  readonly realizedUnits: AssetUnits;
}
/**
 * Part of the position is liquidated. The order that closes this part is accepted next. Its worst price is the
 * bankruptcy price, or a price closer to the mark price if a higher tier triggered the liquidation early.
 */
export interface LiquidationStarted extends PositionFields {
  readonly kind: 'LiquidationStarted';
  readonly order: OrderId;
  readonly sizeLots: SizeLots;
  readonly bankruptcyTicks: PriceTicks;
  readonly markTicks: PriceTicks;
}
export type SettlementMeans = 'own_position' | 'insurance_fund' | 'deleveraging';
/**
 * Lots that the book did not take from a liquidated position were closed at its liquidation limit, or lots of a position
 * that is bankrupt at the closing price of a delisting at its bankruptcy price, against `counterOwner`: the same owner (whose opposite position was reduced), the insurance fund (which took over the lots)
 * or a deleveraged owner.
 */
export interface PositionSettled extends PositionFields {
  readonly kind: 'PositionSettled';
  readonly counterOwner: OwnerId;
  readonly means: SettlementMeans;
  readonly priceTicks: PriceTicks;
  readonly sizeLots: SizeLots;
  readonly notionalUnits: AssetUnits;
  /** Paid by `owner` to the insurance fund. */
  readonly feeUnits: AssetUnits;
}

/**
 * All positions of the market are being closed, each with its own PositionClosed; before that, those that are bankrupt
 * at the closing price, with PositionSettled. `markTicks` is the closing price: the mark price, unless a settlement price
 * was given.
 */
export interface ClosingStarted {
  readonly kind: 'ClosingStarted';
  readonly market: MarketId;
  readonly markTicks: PriceTicks;
}
/** A position was closed completely at the closing price, without a fee, because its market will be delisted. */
export interface PositionClosed extends PositionFields {
  readonly kind: 'PositionClosed';
  readonly priceTicks: PriceTicks;
  readonly sizeLots: SizeLots;
  readonly notionalUnits: AssetUnits;
}

export interface FundingStarted {
  readonly kind: 'FundingStarted';
  readonly market: MarketId;
  readonly payer: PositionSide;
  readonly ratePpm: RatePpm;
  /** The mark price at which all positions are valued. */
  readonly markTicks: PriceTicks;
}
/**
 * The amount that one position paid (from its margin first, then its profit) or received; the amount for the opposite
 * direction is 0.
 */
export interface FundingSettled extends PositionFields {
  readonly kind: 'FundingSettled';
  readonly paidUnits: AssetUnits;
  readonly receivedUnits: AssetUnits;
  readonly marginUnits: AssetUnits;
}
/** `restUnits` of the collected amount could not be divided evenly and went to the insurance fund. */
export interface FundingEnded {
  readonly kind: 'FundingEnded';
  readonly market: MarketId;
  readonly collectedUnits: AssetUnits;
  readonly restUnits: AssetUnits;
}

export type CoreEvent =
  | CommandRefused
  | CommandRepeated
  | AssetRegistered
  | MarketListed
  | MarketRulesChanged
  | MarketStatusChanged
  | ReferencePriceSet
  | FeeScheduleSet
  | FeeTierSet
  | OwnerFrozen
  | OwnerUnfrozen
  | RestrictionsSet
  | AuditAnchored
  | ClockAdvanced
  | RulesActivated
  | TransferPosted
  | HoldPending
  | HoldPosted
  | HoldVoided
  | OrderAccepted
  | OrderProtected
  | OrderTriggered
  | OrderFilled
  | OrderAmended
  | OrderEnded
  | LevelChanged
  | Converted
  | PerpetualListed
  | PerpetualTermsChanged
  | MinimumTermSet
  | MarkPriceSet
  | LeverageSet
  | MarginChanged
  | PositionChanged
  | LiquidationStarted
  | PositionSettled
  | FundingStarted
  | FundingSettled
  | FundingEnded
  | ClosingStarted
  | PositionClosed;
