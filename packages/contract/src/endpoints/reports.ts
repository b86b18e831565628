import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import {
  CoinName,
  ContractName,
  Cursor,
  Day,
  Decimal,
  Exact,
  endStates,
  Optional,
  PairName,
  Percent,
  Position,
  TextFile,
  TimeMs,
  turned,
  Words,
} from '../schema.ts';
import { DepositItem } from './deposits.ts';
import { earnDirections, earnProductKinds, earnTransactionTypes } from './earn-history.ts';
import { OrderItem, orderTypes } from './orders.ts';
import { DisplayRates, FrozenCause, StatementLine } from './wallet.ts';
import { WithdrawalItem } from './withdrawals.ts';

/** USDT, signed. */
const Signed = Type.String({ pattern: '^-?[0-9]+(\\.[0-9]+)?$', examples: ['-12.500000'] });
const WalletName = Words(['spot', 'future', 'funding', 'earn']);
/** Coins that had no price when a price was needed, and are therefore missing from the accompanying figures. */
const LeftOut = Type.Array(CoinName);

/**
 * opening + deposits − withdrawals + moved + traded + profit = now. The values over all wallets include the unrealized
 * profit of positions in perpetual markets.
 */
const PeriodProfit = Exact({
  days: Type.Integer(),
  from: TimeMs,
  opening: Signed,
  deposits: Decimal,
  withdrawals: Decimal,
  moved: Signed,
  traded: Signed,
  profit: Signed,
  percentage: Percent,
  now: Signed,
  left_out: LeftOut,
  series: Type.Array(Exact({ time: TimeMs, profit: Signed })),
});

/**
 * Results of positions in perpetual markets: realized + funding − fees − liquidation fees + change of the unrealized
 * profit = profit.
 */
const futuresResults = {
  /** The profit of closed positions and parts of positions, without fees. */
  realized: Signed,
  /** Funding received, less funding paid. */
  funding: Signed,
  fees: Decimal,
  liquidation_fees: Decimal,
  profit: Signed,
};

const FuturesProfit = Exact({
  periods: Type.Array(
    Exact({
      days: Type.Integer(),
      from: TimeMs,
      ...futuresResults,
      /** The unrealized profit at 00:00 UTC of the first day, and now. */
      unrealized_before: Signed,
      unrealized_now: Signed,
    }),
  ),
  /** Day by day (UTC) over at most 90 days, from the first day with a position or a result. */
  series: Type.Array(
    Exact({
      time: TimeMs,
      ...futuresResults,
      /** The unrealized profit at the end of the day; for today, now. */
      unrealized: Signed,
    }),
  ),
});

const page = {
  cursor: Optional(Cursor),
  limit: Optional(Type.Integer({ minimum: 1, maximum: 200, default: 10 })),
  from: Optional(Day),
  to: Optional(Day),
};

const orderQuery = Exact({ ...page, name: Optional(PairName), state: Optional(Words(endStates)) });

const { state: _, ...orderFields } = OrderItem.properties;
/** In the specification's words, a sell order that ended without being filled completely is DECLINED. */
const SellItem = Exact({ ...orderFields, state: Words(['APPROVED', 'DECLINED']) });

const ledgerCauses = [
  'deposit',
  'withdrawal',
  'between_wallets',
  'convert',
  'purchase',
  'reward',
  'interest',
  'correction',
  'house_funding',
  'purchase_reversal',
  'rental',
  'trade',
  'fee',
  'futures_profit',
  'funding',
  'liquidation_fee',
] as const;

const StatementRow = Exact({
  coin: CoinName,
  opening: Decimal,
  deposits: Decimal,
  withdrawals: Decimal,
  /** USDT credited for purchases, less the USDT deducted for refunded purchases. */
  purchases: Signed,
  traded_in: Decimal,
  traded_out: Decimal,
  /** The fees of spot and perpetual trades, and of liquidations. */
  fees: Decimal,
  /** The realized profit of positions in perpetual markets, without fees. */
  futures_profit: Signed,
  /** Funding received on positions in perpetual markets, less funding paid. */
  funding: Signed,
  rewards: Signed,
  other: Signed,
  closing: Decimal,
});

/** realized + funding received − funding paid − fees = net. */
const futuresSums = {
  realized: Signed,
  funding_received: Decimal,
  funding_paid: Decimal,
  fees: Decimal,
  net: Signed,
};

/** A client’s positions in one perpetual market over a period. */
const FuturesRow = Exact({
  name: ContractName,
  /** The value of all trades. */
  traded: Decimal,
  ...futuresSums,
  /** The number of positions that were closed completely. */
  closed: Type.Integer(),
});

const period = Exact({ from: Day, to: Day });
const Year = Type.Integer({ minimum: 2000, maximum: 2200 });

const Disposal = Exact({
  coin: CoinName,
  amount: Decimal,
  acquired: TimeMs,
  disposed: TimeMs,
  proceeds: Decimal,
  cost: Decimal,
  gain: Signed,
  priced: Type.Boolean(),
  position: Position,
});

const CoinFigures = { name: CoinName, full_name: Type.String(), image: Type.String() };

/** One coin summed over all wallets, with its current value. */
const CoinProfit = {
  spotProfit: Signed,
  spotPercentage: Percent,
  amount: Decimal,
  value: Decimal,
  cost: Decimal,
  /** Empty while the client holds none of the coin, or if the cost is unknown. */
  average_cost: Type.String(),
  unrealised: Signed,
  unrealised_percentage: Percent,
  realised: Signed,
  /** False if some of the coin arrived when there was no price: cost and profit are then incomplete. */
  cost_known: Type.Boolean(),
  periods: Type.Array(PeriodProfit),
};

const forClients = { method: 'GET', area: 'wallet', access: 'client' } as const;

export const reportEndpoints = {
  pnl: defineEndpoint({
    ...forClients,
    path: '/api/v3/pnl',
    reads: 'histories',
    computesProfits: true,
    errors: [],
    summary:
      'Profit and loss in USDT: today’s for spot, futures and all wallets, and over 1, 7, 30 and 90 days for all wallets and for positions in perpetual markets.',
    response: Exact({
      pnl: Signed,
      percentage: Percent,
      futurePnl: Signed,
      futurePnlPercentage: Percent,
      totalPnl: Signed,
      totalPercentage: Percent,
      futures: FuturesProfit,
      periods: Type.Array(PeriodProfit),
      position: Position,
      as_of: TimeMs,
    }),
  }),
  coinSpotPnl: defineEndpoint({
    ...forClients,
    path: '/api/v3/coin-spot-pnl',
    reads: 'histories',
    computesProfits: true,
    errors: [],
    summary: 'Today’s profit and loss of the spot wallet, and of each coin in it.',
    response: Exact({
      spotProfit: Signed,
      spotPercentage: Percent,
      coins: Type.Array(Exact({ name: CoinName, profit: Signed, percentage: Percent })),
      left_out: LeftOut,
      position: Position,
    }),
  }),
  coinFuturePnl: defineEndpoint({
    ...forClients,
    path: '/api/v3/coin-future-pnl',
    reads: 'histories',
    computesProfits: true,
    errors: [],
    summary: 'Today’s profit and loss of the futures wallet.',
    response: Exact({ spotProfit: Signed, spotPercentage: Percent, left_out: LeftOut, position: Position }),
  }),
  topAssets: defineEndpoint({
    ...forClients,
    path: '/api/v3/top-assets',
    reads: 'histories',
    computesProfits: true,
    errors: [],
    summary:
      'The client’s largest holdings by value, over all wallets. For each holding, the profit today and in total.',
    response: Exact({
      assets: Type.Array(
        Exact({
          ...CoinFigures,
          coin_value: Decimal,
          usdt_value: Decimal,
          share_percent: Percent,
          profit_today: Signed,
          percentage_today: Percent,
          unrealised: Signed,
          unrealised_percentage: Percent,
        }),
      ),
      left_out: LeftOut,
      position: Position,
    }),
  }),
  walletSnapshot: defineEndpoint({
    ...forClients,
    path: '/api/v3/wallet-snapshot',
    reads: 'histories',
    computesProfits: true,
    errors: [],
    summary:
      'All wallets at one moment and one set of prices: totals, coins, profits. available + frozen + unrealized = total. The totals of the wallets add up to `total`, and so do the values of the coins plus `unrealized`. In each of the `periods`, `now` equals `total`.',
    response: Exact({
      total: Signed,
      available: Decimal,
      /** The amount on hold for orders and withdrawals or held as margin, plus deposits awaiting confirmations. */
      frozen: Decimal,
      /** The part of the frozen amount that is the margin of open positions. */
      margin: Decimal,
      /** The unrealized profit of open positions at their mark prices: part of the futures wallet. */
      unrealized: Signed,
      wallets: Type.Array(Exact({ wallet: WalletName, total: Signed })),
      profit_today: Signed,
      percentage_today: Percent,
      /** Holdings over all wallets, most valuable first. */
      coins: Type.Array(
        Exact({
          ...CoinFigures,
          balance: Decimal,
          available: Decimal,
          frozen: Decimal,
          usdt_value: Decimal,
          /** The share of all coins’ value. */
          share_percent: Percent,
          profit_today: Signed,
          percentage_today: Percent,
          unrealised: Signed,
          unrealised_percentage: Percent,
        }),
      ),
      periods: Type.Array(PeriodProfit),
      /** The value of these coins is included in the totals, but in none of today's profits. */
      left_out: LeftOut,
      rates: DisplayRates,
      position: Position,
      as_of: TimeMs,
    }),
  }),
  walletSingleCoin: defineEndpoint({
    ...forClients,
    path: '/api/v3/wallet-single-coin',
    computesProfits: true,
    errors: ['unknown_coin'],
    summary:
      'One coin at one moment: the available and frozen amounts in the spot wallet, the reasons for the frozen amount, the coin’s price, the client’s profit on the coin over all wallets, and the newest deposits and withdrawals (at most 20 each).',
    query: Exact({ name: CoinName }),
    response: Exact({
      coin: Exact(CoinFigures),
      balance: Exact({
        wallet_balance: Decimal,
        available: Decimal,
        freeze_balance: Decimal,
        usdt_value: Decimal,
        causes: Type.Array(FrozenCause),
      }),
      /** Empty if no market trades the coin. */
      price: Exact({ pair_name: Type.String(), close: Type.String(), percent: Percent }),
      /** The profit over all wallets, at the same prices as the balance. */
      profit: Exact(CoinProfit),
      deposit: Type.Array(DepositItem),
      withdraw: Type.Array(WithdrawalItem),
      position: Position,
      as_of: TimeMs,
    }),
  }),
  walletSingleCoinPnl: defineEndpoint({
    ...forClients,
    path: '/api/v3/wallet-single-coin-pnl',
    reads: 'histories',
    computesProfits: true,
    errors: ['unknown_coin'],
    summary:
      'The client’s profit and loss on one coin over all wallets: today, over 7, 30 and 90 days, and, at average cost, since the client first held the coin.',
    query: Exact({ name: CoinName }),
    response: Exact({
      ...CoinProfit,
      position: Position,
      as_of: TimeMs,
    }),
  }),
  buyHistory: defineEndpoint({
    ...forClients,
    path: '/api/v3/buy-history',
    reads: 'histories',
    errors: ['unknown_market'],
    summary:
      'The client’s spot buy orders that were filled or cancelled, newest first; can be paged in both directions.',
    query: orderQuery,
    response: Exact({ buy: Type.Array(OrderItem), ...turned }),
  }),
  sellHistory: defineEndpoint({
    ...forClients,
    path: '/api/v3/sell-history',
    reads: 'histories',
    errors: ['unknown_market'],
    summary:
      'The client’s spot sell orders that were filled or cancelled, newest first; can be paged in both directions.',
    query: orderQuery,
    response: Exact({ sell: Type.Array(SellItem), ...turned }),
  }),
  ledger: defineEndpoint({
    ...forClients,
    path: '/api/v3/ledger',
    reads: 'histories',
    errors: ['unknown_coin'],
    summary:
      'The client’s ledger lines, filtered by coin, wallet, cause and dates, newest first; can be paged in both directions.',
    query: Exact({
      ...page,
      name: Optional(CoinName),
      wallet: Optional(WalletName),
      cause: Optional(Words(ledgerCauses)),
    }),
    response: Exact({ lines: Type.Array(StatementLine), ...turned }),
  }),
  movementHistory: defineEndpoint({
    ...forClients,
    path: '/api/v3/swap-history',
    reads: 'histories',
    errors: ['unknown_coin'],
    summary:
      'Depending on `kind`, the client’s conversions of one coin to another or transfers between wallets, newest first; can be paged in both directions.',
    query: Exact({ ...page, kind: Words(['convert', 'transfer']), name: Optional(CoinName) }),
    response: Exact({
      swaps: Type.Array(
        Exact({
          id: Type.String(),
          from_coin: CoinName,
          from_wallet: WalletName,
          from_amount: Decimal,
          to_coin: CoinName,
          to_wallet: WalletName,
          to_amount: Decimal,
          /** The fee for a conversion, which is already included in the amount given or received. */
          fee: Optional(Decimal),
          fee_coin: Optional(CoinName),
          time: TimeMs,
          position: Position,
        }),
      ),
      ...turned,
    }),
  }),
  historyCsv: defineEndpoint({
    ...forClients,
    path: '/api/v3/history.csv',
    reads: 'histories',
    errors: ['unknown_coin', 'unknown_market'],
    summary:
      'The history named by `tab` as a CSV file, not divided into pages. The other parameters are filters; a request with a filter that does not apply to this history is refused.',
    query: Exact({
      /** `order` and `trade`: spot orders that have ended, and spot trades. */
      tab: Words([
        'deposit',
        'withdrawal',
        'buy',
        'sell',
        'order',
        'trade',
        'purchase',
        'convert',
        'transfer',
        'ledger',
        'earn',
      ]),
      from: Optional(Day),
      to: Optional(Day),
      /** For orders the name of a pair, otherwise that of a coin. */
      name: Optional(Type.String({ pattern: '^[A-Za-z0-9]{1,16}$' })),
      state: Optional(Words(['filled', 'cancelled', 'completed', 'pending'])),
      wallet: Optional(WalletName),
      cause: Optional(Words(ledgerCauses)),
      /** For orders and trades: only those of this side. */
      delegate_type: Optional(Words(['BUY', 'SELL'])),
      /** For orders: only those of this type. */
      type: Optional(Words(orderTypes)),
      /** For orders and trades. */
      sort: Optional(Words(['newest', 'oldest'])),
      /** For transactions of Earn. */
      product: Optional(Words(earnProductKinds)),
      transaction_type: Optional(Words(earnTransactionTypes)),
      direction: Optional(Words(earnDirections)),
    }),
    response: TextFile,
  }),
  periodStatement: defineEndpoint({
    ...forClients,
    path: '/api/v3/period-statement',
    reads: 'histories',
    errors: [],
    summary:
      'The client’s statement for a period. For each coin, opening + deposits − withdrawals + purchases + traded in − traded out − fees + futures profit + funding + rewards + other = closing. For each perpetual market, the results of the client’s positions.',
    query: period,
    response: Exact({
      rows: Type.Array(StatementRow),
      futures: Type.Array(FuturesRow),
      from: TimeMs,
      to: TimeMs,
      position: Position,
    }),
  }),
  periodStatementCsv: defineEndpoint({
    ...forClients,
    path: '/api/v3/period-statement.csv',
    reads: 'histories',
    errors: [],
    summary:
      'The client’s statement for a period as a CSV file, with one row for each coin or, if `section` is `futures`, for each perpetual market.',
    query: Exact({ ...period.properties, section: Optional(Words(['coins', 'futures'])) }),
    response: TextFile,
  }),
  yearlyReport: defineEndpoint({
    ...forClients,
    path: '/api/v3/yearly-report',
    reads: 'histories',
    errors: [],
    summary:
      'Coins that the client disposed of in a year (UTC), valued in USDT. Each disposal is split into one entry for each lot that the coins came from (first in, first out). Also the year’s realized profit, funding and fees in perpetual markets; the position history lists the individual positions.',
    query: Exact({
      year: Year,
      offset: Optional(Type.Integer({ minimum: 0, maximum: 10_000_000, default: 0 })),
      limit: Optional(Type.Integer({ minimum: 1, maximum: 200, default: 20 })),
    }),
    response: Exact({
      year: Type.Integer(),
      totals: Type.Array(
        Exact({
          coin: CoinName,
          amount: Decimal,
          proceeds: Decimal,
          cost: Decimal,
          gain: Signed,
          unpriced: Type.Integer(),
        }),
      ),
      proceeds: Decimal,
      cost: Decimal,
      gain: Signed,
      futures: Exact({ markets: Type.Array(FuturesRow), ...futuresSums }),
      disposals: Type.Array(Disposal),
      count: Type.Integer(),
      position: Position,
    }),
  }),
  yearlyReportCsv: defineEndpoint({
    ...forClients,
    path: '/api/v3/yearly-report.csv',
    reads: 'histories',
    errors: [],
    summary:
      'The disposals of the yearly report as a CSV file. A disposal of coins from several lots has one row for each lot.',
    query: Exact({ year: Year }),
    response: TextFile,
  }),
};
