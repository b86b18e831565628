import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import {
  CoinName,
  ContractName,
  Day,
  Decimal,
  Exact,
  endStates,
  Optional,
  Position,
  pagedHistory,
  SignedDecimal,
  TextFile,
  TimeMs,
  turned,
  Words,
} from '../schema.ts';
import { FuturesOrderItem } from './futures-orders.ts';
import { forClients, Liquidation, Side } from './futures-parts.ts';

const fillRoles = ['maker', 'taker', 'liquidated', 'counterparty', 'delisted'] as const;

const FuturesFillItem = Exact({
  id: Type.String(),
  /** Empty if the fill was settled outside the book. */
  order_id: Type.String(),
  name: ContractName,
  side: Side,
  effect: Words(['open', 'close']),
  /**
   * How the client took part in the trade. `maker`, `taker`: with an order that traded in the book. `liquidated`: the
   * client's position was liquidated, and closed outside the book, or was bankrupt at the price of a delisting.
   * `counterparty`: the client's position was closed against such a position (auto-deleveraging). `delisted`: the
   * client's position was closed without a fee, at one price for all positions, because the market was delisted.
   */
  role: Words(fillRoles),
  unit_price: Decimal,
  number_of_order: Decimal,
  total: Decimal,
  fee: Decimal,
  fee_coin: CoinName,
  /** The profit of the closed part, without the fee. */
  realized_profit: SignedDecimal,
  time: TimeMs,
  position: Position,
});

/** A position that has been closed. All sums cover the time from opening to closing. */
const ClosedPosition = Exact({
  id: Type.String(),
  name: ContractName,
  side: Side,
  opened_at: TimeMs,
  closed_at: TimeMs,
  /** The total size opened, in the coin. */
  size: Decimal,
  /** Average prices, with two more decimals than the market’s prices. */
  entry_price: Decimal,
  exit_price: Decimal,
  /** Without fees and funding. */
  realized_profit: SignedDecimal,
  fees: Decimal,
  funding: SignedDecimal,
  /** Profit and funding less fees. */
  net_profit: SignedDecimal,
  /** The size that was liquidated, in the coin. */
  liquidated: Decimal,
});

const FundingPayment = Exact({
  id: Type.String(),
  name: ContractName,
  side: Side,
  /** Negative if the client paid the funding, positive if the client received it. */
  amount: SignedDecimal,
  coin: CoinName,
  size: Decimal,
  time: TimeMs,
});

/** A client's history: of one position side or both, of one market or all. */
const ownHistory = { name: Optional(ContractName), side: Optional(Side), ...pagedHistory };
const EffectFilter = Optional(Words(['open', 'close']));

export const futuresHistoryEndpoints = {
  futuresOrderHistory: defineEndpoint({
    ...forClients,
    path: '/api/v3/futures/order-history',
    reads: 'histories',
    errors: ['unknown_market'],
    summary:
      'The client’s orders in perpetual markets that have been filled or cancelled, sorted by the time of creation. The list can be filtered by market, position side, effect, state and days of creation (UTC), and paged in both directions.',
    query: Exact({ ...ownHistory, effect: EffectFilter, state: Optional(Words(endStates)) }),
    response: Exact({ orders: Type.Array(FuturesOrderItem), ...turned }),
  }),
  futuresTradeHistory: defineEndpoint({
    ...forClients,
    path: '/api/v3/futures/trade-history',
    reads: 'histories',
    errors: ['unknown_market'],
    summary:
      'The trades that opened, increased, reduced or closed the client’s positions: fills of orders, and closes outside the order book (liquidation, auto-deleveraging, delisting). The list can be filtered by market, position side, effect, role and days (UTC), and paged in both directions.',
    query: Exact({ ...ownHistory, effect: EffectFilter, role: Optional(Words(fillRoles)) }),
    response: Exact({ trades: Type.Array(FuturesFillItem), ...turned }),
  }),
  positionHistory: defineEndpoint({
    ...forClients,
    path: '/api/v3/futures/position-history',
    reads: 'histories',
    errors: ['unknown_market'],
    summary:
      'The client’s positions that have been closed, sorted by the time of closing. The list can be filtered by market, side and days of closing (UTC), and paged in both directions.',
    query: Exact(ownHistory),
    response: Exact({ positions: Type.Array(ClosedPosition), ...turned }),
  }),
  fundingPayments: defineEndpoint({
    ...forClients,
    path: '/api/v3/futures/funding-payments',
    reads: 'histories',
    errors: ['unknown_market'],
    summary:
      'The funding that the client’s positions paid (negative amounts) or received (positive amounts). The list can be filtered by market, position side and days (UTC), and paged in both directions.',
    query: Exact(ownHistory),
    response: Exact({ payments: Type.Array(FundingPayment), ...turned }),
  }),
  ownLiquidations: defineEndpoint({
    ...forClients,
    path: '/api/v3/futures/own-liquidations',
    reads: 'histories',
    errors: ['unknown_market'],
    summary:
      'Liquidations of the client’s positions. The list can be filtered by market, position side and days (UTC), and paged in both directions.',
    query: Exact(ownHistory),
    response: Exact({ liquidations: Type.Array(Liquidation), ...turned }),
  }),
  futuresHistoryCsv: defineEndpoint({
    ...forClients,
    path: '/api/v3/futures/history.csv',
    reads: 'histories',
    errors: ['unknown_market'],
    summary:
      'One of the client’s histories in perpetual markets, complete, as a CSV file. `tab` selects the history: order, trade, position (closed positions), funding or liquidation. The other fields filter the rows as in the call that lists the same history.',
    query: Exact({
      tab: Words(['order', 'trade', 'position', 'funding', 'liquidation']),
      name: Optional(ContractName),
      side: Optional(Side),
      /** For orders and trades. */
      effect: EffectFilter,
      /** For orders. */
      state: Optional(Words(endStates)),
      /** For trades. */
      role: Optional(Words(fillRoles)),
      from: Optional(Day),
      to: Optional(Day),
      sort: Optional(Words(['newest', 'oldest'])),
    }),
    response: TextFile,
  }),
};
