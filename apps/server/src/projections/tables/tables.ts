import type { ColumnType } from 'kysely';

/**
 * Columns of type bigint and numeric. They are read as text, or as numbers if the pool parses them, so always convert
 * them with Number or BigInt.
 */
type Wide = ColumnType<string, number | bigint | string, number | bigint | string>;

export interface CoinsTable {
  code: string;
  full_name: string;
  image: string;
  type: 'MAIN' | 'ETH' | 'ALT';
  home: boolean;
  pos: boolean;
  pow: boolean;
  innovation: boolean;
  rank: number;
}

export interface CoinProfilesTable {
  code: string;
  issue_date: string;
  maximum_supply: string;
  total_supply: string;
  circulating_supply: string;
  supply_date: string;
  supply_source: string;
  ranking: string;
  market_cap: string;
  market_dominance: string;
  figures_date: string;
  figures_source: string;
  all_time_high: string;
  all_time_high_date: string;
  all_time_low: string;
  all_time_low_date: string;
  records_date: string;
  records_source: string;
  intro: string;
}

/** Row of the views over the tables resting_orders and ended_orders. */
export interface OrdersTable {
  order_id: Wide;
  owner_id: Wide;
  market_id: number;
  side: string;
  type: string;
  time_in_force: string;
  post_only: boolean;
  client_order_id: Wide;
  price_ticks: Wide;
  size_lots: Wide;
  budget_units: Wide;
  trigger: string;
  trigger_ticks: Wide;
  triggered: boolean;
  oco_order_id: Wide;
  filled_lots: Wide;
  filled_units: Wide;
  fee_units: Wide;
  released_units: Wide;
  ended_because: string | null;
  refusal: string | null;
  created_ms: Wide;
  updated_ms: Wide;
  created_position: Wide;
  position: Wide;
  reduce_only: boolean;
  take_profit_ticks: Wide;
  stop_loss_ticks: Wide;
}

export interface FillsTable {
  owner_id: Wide;
  position: Wide;
  line: number;
  market_id: number;
  trade: Wide;
  order_id: Wide;
  side: string;
  role: string;
  price_ticks: Wide;
  size_lots: Wide;
  notional_units: Wide;
  fee_units: Wide;
  time_ms: Wide;
  base_after_units: Wide | null;
  quote_after_units: Wide | null;
}

/** A view: lines of transfers from the table transfer_lines, lines of trades derived from fills. */
export interface LedgerLinesTable {
  owner_id: Wide;
  position: Wide;
  line: number;
  wallet: string;
  asset_id: number;
  cause: string;
  amount_units: Wide;
  balance_after_units: Wide;
  order_id: Wide;
  time_ms: Wide;
}

/** Transfers, holds and conversions with a record; `units` is signed: positive if the account gains. */
export interface MoneyRecordsTable {
  purpose: string;
  record: Wide;
  position: Wide;
  line: number;
  hold_id: Wide;
  owner_id: Wide;
  wallet: string;
  asset_id: number;
  units: Wide;
  returned_units: Wide;
  state: string;
  time_ms: Wide;
  ended_position: Wide | null;
  ended_ms: Wide | null;
}

/** Executed conversions. */
export interface ConvertsTable {
  owner_id: Wide;
  position: Wide;
  from_asset_id: number;
  to_asset_id: number;
  quote_asset_id: number;
  spent_units: Wide;
  received_units: Wide;
  fee_units: Wide;
  first_order: Wide;
  second_order: Wide;
  record: Wide;
  time_ms: Wide;
}

export interface AccountBalancesTable {
  owner_id: Wide;
  wallet: string;
  asset_id: number;
  units: Wide;
}

/** Consecutive trades of a market, packed as defined in `trades.ts`. */
export interface TapeTable {
  market_id: number;
  first_trade: Wide;
  position: Wide;
  packed: Buffer;
}

export interface CandlesTable {
  market_id: number;
  interval_seconds: number;
  open_ms: Wide;
  open_ticks: Wide;
  high_ticks: Wide;
  low_ticks: Wide;
  close_ticks: Wide;
  volume_lots: Wide;
  turnover_units: Wide;
  trades: number;
}

export interface TakerFlowTable {
  market_id: number;
  open_ms: Wide;
  size_class: number;
  buys: number;
  sells: number;
  buy_units: Wide;
  sell_units: Wide;
}

export interface OpenInterestTable {
  market_id: number;
  time_ms: Wide;
  open_lots: Wide;
  mark_ticks: Wide;
  long_accounts: number;
  short_accounts: number;
}

export interface MarketsTable {
  market_id: number;
  base_asset_id: number;
  quote_asset_id: number;
  tick_lot_units: Wide;
  lot_units: Wide;
  reference_ticks: Wide;
  is_perpetual: boolean;
}

/** A change to a client's position, with its state after it and its running totals since it was opened. */
export interface PositionChangesTable {
  owner_id: Wide;
  position: Wide;
  line: number;
  market_id: number;
  side: string;
  kind: string;
  time_ms: Wide;
  order_id: Wide;
  role: string;
  closes: boolean;
  price_ticks: Wide;
  traded_lots: Wide;
  notional_units: Wide;
  fee_units: Wide;
  realized_units: Wide;
  funding_units: Wide;
  margin_change_units: Wide;
  size_lots: Wide;
  cost_units: Wide;
  margin_units: Wide;
  opened_position: Wide;
  opened_ms: Wide;
  entry_lots: Wide;
  entry_units: Wide;
  exit_lots: Wide;
  exit_units: Wide;
  total_realized_units: Wide;
  total_fee_units: Wide;
  total_funding_units: Wide;
  total_margin_change_units: Wide;
  liquidated_lots: Wide;
}

export interface LiquidationsTable {
  position: Wide;
  line: number;
  time_ms: Wide;
  market_id: number;
  owner_id: Wide;
  side: string;
  order_id: Wide;
  size_lots: Wide;
  bankruptcy_ticks: Wide;
  mark_ticks: Wide;
}

/** Parts of positions that were closed outside the order book. */
export interface SettlementsTable {
  position: Wide;
  line: number;
  time_ms: Wide;
  market_id: number;
  owner_id: Wide;
  counter_owner_id: Wide;
  side: string;
  means: string;
  price_ticks: Wide;
  size_lots: Wide;
  notional_units: Wide;
  fee_units: Wide;
}

export interface FundingsTable {
  market_id: number;
  position: Wide;
  started_ms: Wide;
  payer: string;
  rate_ppm: number;
  mark_ticks: Wide;
  /** Null until the settlement has ended, like the next two fields. */
  collected_units: Wide | null;
  rest_units: Wide | null;
  ended_position: Wide | null;
}

/** The first mark price of each minute. */
export interface MarkPricesTable {
  market_id: number;
  minute_ms: Wide;
  position: Wide;
  mark_ticks: Wide;
}

export interface ProjectorPositionTable {
  only_row: boolean;
  position: Wide;
  time_ms: Wide;
  /** Startup replays the log after this position, for orders that were not yet written. */
  replay_position: Wide;
  /** The lowest id of the orders that were not yet written; null if there are none. */
  young_order: Wide | null;
}

/** The tables and views of the read models, as Kysely sees them. */
export interface ReadModelTables {
  coins: CoinsTable;
  coin_profiles: CoinProfilesTable;
  orders: OrdersTable;
  open_orders: OrdersTable;
  fills: FillsTable;
  ledger_lines: LedgerLinesTable;
  money_records: MoneyRecordsTable;
  converts: ConvertsTable;
  account_balances: AccountBalancesTable;
  tape: TapeTable;
  candles: CandlesTable;
  taker_flow: TakerFlowTable;
  open_interest: OpenInterestTable;
  markets: MarketsTable;
  position_changes: PositionChangesTable;
  liquidations: LiquidationsTable;
  settlements: SettlementsTable;
  fundings: FundingsTable;
  mark_prices: MarkPricesTable;
  projector_position: ProjectorPositionTable;
}
