import type { AssetUnits, PriceTicks, RatePpm, SizeLots, TimeMs } from '@vitrine/money';

export type OwnerId = number;
export type AssetId = number;
export type MarketId = number;
/** Given by the core: one sequence for all markets, never reused. */
export type OrderId = number;
export type HoldId = number;

export type Wallet = 'spot' | 'future' | 'funding' | 'earn';
export type Side = 'buy' | 'sell';
export type TimeInForce = 'gtc' | 'ioc' | 'fok';
export type SelfTrade = 'cancel_newest' | 'cancel_oldest' | 'cancel_both';
export type MarketStatus = 'open' | 'cancel_only' | 'halted';

/** Owners below this id are the exchange's own accounts; clients start here. */
export const FIRST_CLIENT_OWNER: OwnerId = 1000;

/** The exchange's own accounts. Only they may stand below zero: they are the other side of what clients own. */
export const systemOwners = {
  custody: 1,
  fees: 2,
  treasury: 3,
  insurance: 4,
  earnPool: 5,
  rewards: 6,
  payments: 7,
  house: 8,
  /** What the exchange holds on each network: below zero by so much. */
  custodyTrc20: 11,
  custodyErc20: 12,
  custodyBep20: 13,
  custodyBtc: 14,
} as const;

/**
 * 128 bits as four unsigned 32-bit words: a hash of (source, owner, key). `client` references are remembered for at
 * least an hour; `outside` ones (a chain's output, a provider's capture, a job) for ever.
 */
export interface Reference {
  readonly source: 'client' | 'outside';
  readonly words: readonly [number, number, number, number];
}

/** What a movement is for; shown on statements. */
export type TransferPurpose =
  | 'deposit'
  | 'withdrawal'
  | 'between_wallets'
  | 'convert'
  | 'purchase'
  | 'reward'
  | 'interest'
  | 'correction'
  | 'house_funding'
  | 'purchase_reversal';

export interface Leg {
  readonly owner: OwnerId;
  readonly wallet: Wallet;
  readonly asset: AssetId;
  /** Signed: what this account gains. The legs of each asset sum to zero. */
  readonly units: AssetUnits;
}

export interface RegisterAsset {
  readonly kind: 'RegisterAsset';
  readonly asset: AssetId;
  /** Up to eight upper-case letters and digits. */
  readonly code: string;
  readonly scale: number;
}

/** Bounds and steps of a spot market. Notional units of the quote asset = price ticks × size lots × tickLotUnits. */
export interface MarketRules {
  /** Quote units that one lot costs per tick of price. */
  readonly tickLotUnits: AssetUnits;
  /** Base units in one lot. */
  readonly lotUnits: AssetUnits;
  readonly minSizeLots: SizeLots;
  readonly maxSizeLots: SizeLots;
  readonly minNotionalUnits: AssetUnits;
  readonly maxNotionalUnits: AssetUnits;
  /** How far from the reference price an order may be priced. */
  readonly bandPpm: RatePpm;
  readonly maxOpenOrders: number;
}

export interface ListMarket extends MarketRules {
  readonly kind: 'ListMarket';
  readonly market: MarketId;
  readonly base: AssetId;
  readonly quote: AssetId;
  readonly referenceTicks: PriceTicks;
  readonly status: MarketStatus;
}

export interface ChangeMarketRules extends MarketRules {
  readonly kind: 'ChangeMarketRules';
  readonly market: MarketId;
}

export interface SetMarketStatus {
  readonly kind: 'SetMarketStatus';
  readonly market: MarketId;
  readonly status: MarketStatus;
}

/** Moves the centre of the price band. Without it the last trade is the centre. */
export interface SetReferencePrice {
  readonly kind: 'SetReferencePrice';
  readonly market: MarketId;
  readonly referenceTicks: PriceTicks;
}

export interface SetFeeSchedule {
  readonly kind: 'SetFeeSchedule';
  readonly tier: number;
  readonly makerPpm: RatePpm;
  readonly takerPpm: RatePpm;
}

export interface SetFeeTier {
  readonly kind: 'SetFeeTier';
  readonly owner: OwnerId;
  readonly tier: number;
}

export interface FreezeOwner {
  readonly kind: 'FreezeOwner';
  readonly owner: OwnerId;
}

export interface UnfreezeOwner {
  readonly kind: 'UnfreezeOwner';
  readonly owner: OwnerId;
}

/**
 * What a client may not do, and until when: from those times on (ms, not included) it is allowed again by itself. Zero or a
 * time that is over: allowed. Takes the place of what was set before.
 */
export interface SetRestrictions {
  readonly kind: 'SetRestrictions';
  readonly owner: OwnerId;
  /** Orders, pairs, amendments and conversions. */
  readonly tradeUntil: TimeMs;
  readonly withdrawUntil: TimeMs;
}

/** Writes down how far the trail of what operators did has come, so that nobody can change it unseen before here. */
export interface AnchorAudit {
  readonly kind: 'AnchorAudit';
  /** Number of the trail's newest entry. */
  readonly sequence: number;
  /** Of that entry, which covers all before it: SHA-256 as 64 lower-case hexadecimal digits. */
  readonly hash: string;
}

/** Moves units in one or more legs, all or nothing. `by` is whose command it is: their freeze refuses it. */
export interface Transfer {
  readonly kind: 'Transfer';
  readonly by: OwnerId;
  readonly purpose: TransferPurpose;
  readonly legs: readonly Leg[];
  /** Number of the business record that this moves money for (a deposit, a withdrawal, ...): comes back in the events. */
  readonly record?: number;
  readonly reference?: Reference;
}

/** Sets units of one account aside until they are posted to `to` or voided. */
export interface HoldUnits {
  readonly kind: 'HoldUnits';
  readonly by: OwnerId;
  readonly purpose: TransferPurpose;
  readonly from: { readonly owner: OwnerId; readonly wallet: Wallet };
  readonly to: { readonly owner: OwnerId; readonly wallet: Wallet };
  readonly asset: AssetId;
  readonly units: AssetUnits;
  /** Voided by itself at this time. */
  readonly expiresAt?: TimeMs;
  /** As a transfer's. */
  readonly record?: number;
  /** Of a withdrawal only: what it counts against its owner's limit. */
  readonly use?: WithdrawalUse;
  readonly reference?: Reference;
}

/**
 * What a withdrawal is worth, and how much its owner may withdraw within 24 hours, this one included; both in units of the
 * asset that limits are counted in. The caller says both, the core remembers the first and compares.
 */
export interface WithdrawalUse {
  readonly valueUnits: AssetUnits;
  readonly limitUnits: AssetUnits;
}

/** Posts a pending hold, wholly or in part; what is not posted returns to the account it came from. */
export interface PostHold {
  readonly kind: 'PostHold';
  readonly hold: HoldId;
  /** Left out: all of it. */
  readonly units?: AssetUnits;
  readonly reference?: Reference;
}

export interface VoidHold {
  readonly kind: 'VoidHold';
  readonly hold: HoldId;
  readonly reference?: Reference;
}

/**
 * Turns units of one asset into another by market orders, wholly or not at all: one trade where a market has both assets,
 * else two through the asset that the markets of both are quoted in. What is less than a lot stays with the owner.
 */
export interface Convert {
  readonly kind: 'Convert';
  readonly owner: OwnerId;
  readonly from: AssetId;
  readonly to: AssetId;
  /** Of `from`. */
  readonly units: AssetUnits;
  /** Of `to`, fees deducted: with less it is refused. */
  readonly minUnits: AssetUnits;
  /** A pending hold of purpose 'convert' that the units come out of; the rest of it returns. */
  readonly hold?: HoldId;
  /** As a transfer's. */
  readonly record?: number;
  readonly reference?: Reference;
}

interface NewOrder {
  readonly owner: OwnerId;
  readonly market: MarketId;
  readonly side: Side;
  readonly selfTrade?: SelfTrade;
  /** Unique among the owner's open orders: a 53-bit whole number, 0 or left out for none. */
  readonly clientOrderId?: number;
  readonly reference?: Reference;
}

/**
 * One order. `limit` needs priceTicks and sizeLots; `market` needs sizeLots or budgetUnits (quote units, fee included), and
 * may have priceTicks, beyond which it does not trade.
 * With a trigger it waits outside the book: `stop` fires when the last price reaches it from the adverse side
 * (buy at or above, sell at or below), `take_profit` the other way round.
 */
export interface PlaceOrder extends NewOrder {
  readonly kind: 'PlaceOrder';
  readonly type: 'limit' | 'market';
  readonly timeInForce: TimeInForce;
  readonly postOnly?: boolean;
  readonly priceTicks?: PriceTicks;
  readonly sizeLots?: SizeLots;
  readonly budgetUnits?: AssetUnits;
  readonly trigger?: { readonly kind: 'stop' | 'take_profit'; readonly ticks: PriceTicks };
}

/** One cancels the other: a resting limit and a stop of the same size; `stopPriceTicks` left out makes the stop a market order. */
export interface PlaceOco extends NewOrder {
  readonly kind: 'PlaceOco';
  readonly sizeLots: SizeLots;
  readonly priceTicks: PriceTicks;
  readonly stopTriggerTicks: PriceTicks;
  readonly stopPriceTicks?: PriceTicks;
}

/** A smaller size alone keeps the order's place; any other change loses it. */
export interface AmendOrder {
  readonly kind: 'AmendOrder';
  readonly owner: OwnerId;
  readonly order: OrderId;
  readonly priceTicks?: PriceTicks;
  /** The new size still open, in lots. */
  readonly openLots?: SizeLots;
  readonly triggerTicks?: PriceTicks;
  readonly reference?: Reference;
}

export interface CancelOrder {
  readonly kind: 'CancelOrder';
  readonly owner: OwnerId;
  readonly order: OrderId;
  readonly reference?: Reference;
}

/** Cancels the owner's open orders, of one market or all; at most 1,000 in one command, the rest by Tick. */
export interface CancelAllOrders {
  readonly kind: 'CancelAllOrders';
  readonly owner: OwnerId;
  readonly market?: MarketId;
  readonly reference?: Reference;
}

/** Lets what is due happen: expiries, stops that queue behind the bound of one command. */
export interface Tick {
  readonly kind: 'Tick';
}

/** Sandbox only: moves the exchange's clock forward. */
export interface AdvanceClock {
  readonly kind: 'AdvanceClock';
  readonly byMs: number;
}

/** From the next command on the rules of this version hold: the present one's or a later one. A node that does not know it stops. */
export interface ActivateRules {
  readonly kind: 'ActivateRules';
  readonly version: number;
}

export type Command =
  | RegisterAsset
  | ListMarket
  | ChangeMarketRules
  | SetMarketStatus
  | SetReferencePrice
  | SetFeeSchedule
  | SetFeeTier
  | FreezeOwner
  | UnfreezeOwner
  | SetRestrictions
  | AnchorAudit
  | Transfer
  | HoldUnits
  | PostHold
  | VoidHold
  | Convert
  | PlaceOrder
  | PlaceOco
  | AmendOrder
  | CancelOrder
  | CancelAllOrders
  | Tick
  | AdvanceClock
  | ActivateRules;
