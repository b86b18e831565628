import type { MarketId, OwnerId, Reference, SelfTrade, Side } from '../vocabulary/terms.ts';

/** What an order and a pair of orders both say. */
export interface NewOrder {
  readonly owner: OwnerId;
  readonly market: MarketId;
  readonly side: Side;
  readonly selfTrade?: SelfTrade;
  /** Unique among the owner's open orders: a 53-bit whole number, 0 or left out for none. */
  readonly clientOrderId?: number;
  readonly reference?: Reference;
}
