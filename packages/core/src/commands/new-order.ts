import type { MarketId, OwnerId, Reference, SelfTrade, Side } from '../vocabulary/terms.ts';

/** The fields common to an order and an OCO pair. */
export interface NewOrder {
  readonly owner: OwnerId;
  readonly market: MarketId;
  readonly side: Side;
  readonly selfTrade?: SelfTrade;
  /** Must differ from the ids of the owner's other open orders: a 53-bit whole number; 0 or absent for none. */
  readonly clientOrderId?: number;
  readonly reference?: Reference;
}
