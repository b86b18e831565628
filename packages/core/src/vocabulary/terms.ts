import type { AssetUnits, RatePpm, SizeLots } from '@vitrine/money';

/** An id of one kind. Any number can be assigned to it, but not an id of a different kind. */
type Id<Of extends string> = number & { readonly idOf?: Of };

export type OwnerId = Id<'owner'>;
export type AssetId = Id<'asset'>;
export type MarketId = Id<'market'>;
/** Assigned by the core: one sequence for all markets, never reused. */
export type OrderId = Id<'order'>;
export type HoldId = Id<'hold'>;

export type Wallet = 'spot' | 'future' | 'funding' | 'earn';

export type Side = 'buy' | 'sell';

export type TimeInForce = 'gtc' | 'ioc' | 'fok';

export type SelfTrade = 'cancel_newest' | 'cancel_oldest' | 'cancel_both';

/**
 * An owner's two positions in a perpetual market: the long one gains when the price rises, the short one when it falls.
 */
export type PositionSide = 'long' | 'short';

export type MarginChange = 'add' | 'remove';

/** `delisted` is final. */
export type MarketStatus = 'open' | 'cancel_only' | 'halted' | 'delisted';

/** Owner ids below this are the exchange's own accounts; clients' ids start here. */
export const FIRST_CLIENT_OWNER: OwnerId = 1000;

/** [L13]: the exchange's owners from the first of these to the last are funds, which may not be negative. */
export const FIRST_FUND_OWNER: OwnerId = 100;
export const LAST_FUND_OWNER: OwnerId = 899;

/** The exchange's own accounts. Only they may be negative, as the counterpart of the clients' balances. */
export const systemOwners = {
  custody: 1,
  fees: 2,
  treasury: 3,
  insurance: 4,
  earnPool: 5,
  rewards: 6,
  payments: 7,
  house: 8,
  /** The counterpart of all positions: cost of the shorts minus cost of the longs. */
  clearing: 9,
  /** The exchange's holdings on each network, as a negative balance. */
  custodyTrc20: 11,
  custodyErc20: 12,
  custodyBep20: 13,
  custodyBtc: 14,
} as const;

/**
 * 128 bits as four unsigned 32-bit words: a hash of (source, owner, key). `client` references are stored for at least
 * an hour, `outside` references (of a chain's output, a provider's capture, a job) forever.
 */
export interface Reference {
  readonly source: 'client' | 'outside';
  readonly words: readonly [number, number, number, number];
}

/** The purpose of a transfer or hold, shown on statements. */
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
  | 'purchase_reversal'
  | 'rental';

export interface Leg {
  readonly owner: OwnerId;
  readonly wallet: Wallet;
  readonly asset: AssetId;
  /** The change in this account's balance: positive if it gains. The legs of each asset sum to zero. */
  readonly units: AssetUnits;
}

/** Limits and step sizes of a market. Notional (quote units) = price ticks × size lots × tickLotUnits. */
export interface MarketRules {
  /** The value of one lot at a price of one tick, in quote units. */
  readonly tickLotUnits: AssetUnits;
  /** The number of the base asset's units in one lot. */
  readonly lotUnits: AssetUnits;
  readonly minSizeLots: SizeLots;
  readonly maxSizeLots: SizeLots;
  readonly minNotionalUnits: AssetUnits;
  readonly maxNotionalUnits: AssetUnits;
  /** The maximum allowed distance of an order's price from the center of the price band. */
  readonly bandPpm: RatePpm;
  readonly maxOpenOrders: number;
}

/** The terms of a perpetual market: the minimum margin of a position, and the cost of a liquidation. */
export interface PerpetualTerms {
  /** The highest leverage that a client may choose, a whole number. */
  readonly maxLeverage: number;
  /** The maintenance margin of positions with a cost up to `riskLimitUnits`, as a fraction of their value. */
  readonly maintenancePpm: RatePpm;
  readonly riskLimitUnits: AssetUnits;
  /**
   * The maintenance rate rises by `riskStepPpm` for each full or partial `riskStepUnits` of cost above
   * `riskLimitUnits`.
   */
  readonly riskStepUnits: AssetUnits;
  readonly riskStepPpm: RatePpm;
  /** The fee on the value that is liquidated, paid to the insurance fund. */
  readonly liquidationFeePpm: RatePpm;
  readonly maxPositionLots: SizeLots;
  readonly maxOpenInterestLots: SizeLots;
}
