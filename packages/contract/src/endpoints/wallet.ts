import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import {
  CoinName,
  Cursor,
  Decimal,
  Exact,
  Optional,
  Percent,
  Position,
  paged,
  SignedDecimal,
  TimeMs,
  Words,
} from '../schema.ts';

/**
 * `coin_value` is the total. `available` is the part that can be used now. `freeze_value` is the rest: what is on hold,
 * for example for orders and withdrawals or as margin, and deposits awaiting confirmations.
 */
const walletEntry = {
  name: CoinName,
  full_name: Type.String(),
  image: Type.String(),
  coin_value: Decimal,
  available: Decimal,
  freeze_value: Decimal,
  usdt_value: Decimal,
};
const WalletEntry = Exact(walletEntry);

/** The price in USDT of each currency in which totals can be displayed; zero if the exchange does not trade it. */
export const DisplayRates = Exact({ USDT: Decimal, USDC: Decimal, BTC: Decimal, ETH: Decimal });

/**
 * Why part of a coin is frozen: the cause, the frozen amount, and the number of orders, withdrawals, limit conversions
 * or deposits. The amounts of all causes add up to the total frozen amount of the coin.
 */
export const FrozenCause = Exact({
  cause: Words(['orders', 'withdrawal', 'convert', 'deposit', 'other']),
  amount: Decimal,
  count: Type.Integer(),
});

export const StatementLine = Exact({
  id: Type.String(),
  coin: CoinName,
  wallet: Type.String(),
  cause: Type.String(),
  amount: SignedDecimal,
  balance_after: SignedDecimal,
  order_id: Type.String(),
  time: TimeMs,
  position: Position,
});

const forClients = { method: 'GET', area: 'wallet', access: 'client' } as const;

export const walletEndpoints = {
  walletsSpot: defineEndpoint({
    ...forClients,
    path: '/api/v3/wallets/spot',
    errors: [],
    summary: 'The client’s spot wallet: every coin, with its available and frozen amounts.',
    response: Exact({ wallet: Type.Array(WalletEntry), rates: DisplayRates, position: Position, as_of: TimeMs }),
  }),
  walletsFuture: defineEndpoint({
    ...forClients,
    path: '/api/v3/wallets/future',
    aliases: ['/api/v3/future-wallet'],
    errors: [],
    summary:
      'The client’s futures wallet. `margin_balance` is the balance of a coin plus the unrealized profit (`upnl`) of the positions with margin in that coin.',
    response: Exact({
      wallet: Type.Array(Exact({ ...walletEntry, margin_balance: SignedDecimal, upnl: SignedDecimal })),
      /** The total in USDT, including the unrealized profit of all positions. */
      walletTotal: SignedDecimal,
      position: Position,
      as_of: TimeMs,
    }),
  }),
  walletsFunding: defineEndpoint({
    ...forClients,
    path: '/api/v3/wallets/funding',
    errors: [],
    summary: 'The client’s funding wallet: every coin, with its available and frozen amounts.',
    response: Exact({ wallet: Type.Array(WalletEntry), walletTotal: Decimal, position: Position, as_of: TimeMs }),
  }),
  walletBalance: defineEndpoint({
    ...forClients,
    path: '/api/v3/wallet-balance',
    errors: ['unknown_coin'],
    summary: 'The client’s spot balance of one coin, and why part of the balance is frozen (`causes`).',
    query: Exact({ name: CoinName }),
    response: Exact({
      wallet: Exact({
        name: CoinName,
        wallet_balance: Decimal,
        available: Decimal,
        freeze_balance: Decimal,
        causes: Type.Array(FrozenCause),
      }),
      position: Position,
    }),
  }),
  pairBalances: defineEndpoint({
    ...forClients,
    path: '/api/v3/coin-assets',
    errors: ['unknown_coin', 'market_delisted'],
    summary:
      'The client’s available spot balances for trading in a coin’s market: of the coin (`coin_base`) and of USDT (`coin_quote`).',
    query: Exact({ name: CoinName }),
    response: Exact({
      coin: Exact({
        name: CoinName,
        full_name: Type.String(),
        image: Type.String(),
        coin_base: Decimal,
        coin_quote: Decimal,
      }),
      position: Position,
    }),
  }),
  overview: defineEndpoint({
    ...forClients,
    path: '/api/v3/overview',
    errors: [],
    summary:
      'Totals per wallet, valued in USDT, and the price of each display currency: the mid price of the order book or, if the book has no bids or no asks, the price of the last trade. Totals include amounts on hold or held as margin, deposits awaiting confirmations, and the unrealized profit of positions.',
    response: Exact({
      spotTotal: Decimal,
      futureTotal: SignedDecimal,
      /** The unrealized profit of open positions at their mark prices: part of the futures wallet’s total. */
      futureUnrealized: SignedDecimal,
      earnTotal: Decimal,
      fundingTotal: Decimal,
      overviewTotal: SignedDecimal,
      /** Deposits awaiting confirmations: part of the spot wallet’s total. */
      arrivingTotal: Decimal,
      rates: DisplayRates,
      position: Position,
      as_of: TimeMs,
    }),
  }),
  statement: defineEndpoint({
    ...forClients,
    path: '/api/v3/wallet/statement',
    reads: 'histories',
    errors: ['unknown_coin'],
    summary:
      'Every change of the client’s balances, in all wallets, newest first. Each line has the amount, the cause and the balance after the change.',
    query: Exact({
      name: Optional(CoinName),
      ...paged,
    }),
    response: Exact({
      lines: Type.Array(StatementLine),
      next_cursor: Optional(Cursor),
      position: Position,
    }),
  }),
  feeRate: defineEndpoint({
    ...forClients,
    path: '/api/v3/fee-rate',
    errors: [],
    summary:
      'The client’s fee tier, the maker and taker rates of that tier, and the client’s 30-day trading volume in spot and perpetual markets (updated once a minute).',
    response: Exact({
      membership_level: Type.String(),
      maker_rate_percent: Percent,
      taker_rate_percent: Percent,
      volume_30d_usdt: Decimal,
    }),
  }),
};
