import type { MarketId, OwnerId, Reference, SelfTrade, Side } from '../vocabulary/terms.ts';

/** The fields common to an order and an OCO pair. */
export interface NewOrder {
  readonly owner: OwnerId;
  readonly market: MarketId;
  readonly side: Side;
  readonly selfTrade?: SelfTrade;
  /** A 53-bit whole number, different from the ids of the owner's other open orders; 0 or absent for no id. */
  readonly clientOrderId?: number;
  readonly reference?: Reference;
}
