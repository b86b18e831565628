import type { Calls } from '@vitrine/contract';

/** Orders and fills in a trader's words. The API uses the specification's words; they are translated here. */

type OrderItem = Calls['GET /api/v3/trades/open-orders']['response']['orders'][number];
type FillItem = Calls['GET /api/v3/trades/trade-histories']['response']['trades'][number];

/** Lists of ended orders use DECLINED where other responses use DISSAPROVED. */
const states = { PENDING: 'open', APPROVED: 'filled', DISSAPROVED: 'ended', DECLINED: 'ended' } as const;
type StateOnWire = keyof typeof states;

export const orderState = (word: StateOnWire): OwnOrder['state'] => states[word];

/**
 * An order as the app shows it. Figures are decimal strings, some of which may be empty: the price without a limit, the
 * trigger price without a trigger, and the size of an order for a USDT total.
 */
export type OwnOrder = Omit<
  OrderItem,
  'coin_pair' | 'delegate_type' | 'number_of_order' | 'order_per_unit' | 'final_price' | 'state'
> & {
  readonly pair: string;
  readonly side: 'BUY' | 'SELL';
  readonly size: string;
  readonly price: string;
  readonly average_price: string;
  readonly state: 'open' | 'filled' | 'ended';
  /** The side of the position that an order in a perpetual market closes, if it only closes. */
  readonly closes?: 'long' | 'short';
};

export type OwnFill = Omit<FillItem, 'coin_pair' | 'delegate_type' | 'number_of_order' | 'unit_price'> & {
  readonly pair: string;
  readonly side: 'BUY' | 'SELL';
  readonly size: string;
  readonly price: string;
};

export function ownOrder({
  coin_pair,
  delegate_type,
  number_of_order,
  order_per_unit,
  final_price,
  state,
  ...order
}: Omit<OrderItem, 'state'> & { readonly state: StateOnWire }): OwnOrder {
  return {
    ...order,
    pair: coin_pair.pair_name,
    side: delegate_type,
    size: number_of_order,
    price: order_per_unit,
    average_price: final_price,
    state: orderState(state),
  };
}

export const ownFill = ({ coin_pair, delegate_type, number_of_order, unit_price, ...fill }: FillItem): OwnFill => ({
  ...fill,
  pair: coin_pair.pair_name,
  side: delegate_type,
  size: number_of_order,
  price: unit_price,
});
