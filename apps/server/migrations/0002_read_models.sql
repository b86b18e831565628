-- Tables that only the projector fills, from the core's events. Amounts are whole units, ticks and lots; a position is
-- a place in the log; times are milliseconds of the exchange's clock. `line` numbers the rows that one command created.

create table projector_position (
  only_row boolean primary key default true check (only_row),
  position bigint not null,
  time_ms bigint not null
);
insert into projector_position (position, time_ms) values (0, 0);

-- What a rebuild that begins at this position needs and cannot derive from later rows.
create table projector_checkpoints (
  position bigint primary key,
  time_ms bigint not null,
  candles jsonb not null,
  system_balances jsonb not null
);

create table assets (
  asset_id integer primary key,
  code text not null unique,
  scale smallint not null
);

create table markets (
  market_id integer primary key,
  base_asset_id integer not null,
  quote_asset_id integer not null,
  tick_lot_units bigint not null,
  lot_units bigint not null,
  -- The price before the first trade.
  reference_ticks bigint not null
);

-- Clients' orders, open and ended. Zero stands for 'none', as in the core's events.
create table orders (
  order_id bigint primary key,
  owner_id bigint not null,
  market_id integer not null,
  side text not null,
  type text not null,
  time_in_force text not null,
  post_only boolean not null,
  client_order_id bigint not null,
  price_ticks bigint not null,
  size_lots bigint not null,
  budget_units bigint not null,
  trigger text not null,
  trigger_ticks bigint not null,
  triggered boolean not null,
  oco_order_id bigint not null,
  filled_lots bigint not null,
  filled_units bigint not null,
  fee_units bigint not null,
  -- Null while the order is open.
  ended_because text,
  refusal text,
  created_ms bigint not null,
  updated_ms bigint not null,
  created_position bigint not null,
  position bigint not null
) with (fillfactor = 90);
create index orders_ended on orders (owner_id, order_id) where ended_because is not null;
create index orders_open on orders (order_id) where ended_because is null;

-- Clients' sides of trades.
create table fills (
  owner_id bigint not null,
  position bigint not null,
  line integer not null,
  market_id integer not null,
  trade bigint not null,
  order_id bigint not null,
  side text not null,
  role text not null,
  price_ticks bigint not null,
  size_lots bigint not null,
  notional_units bigint not null,
  fee_units bigint not null,
  time_ms bigint not null,
  primary key (owner_id, position, line)
);

-- Every change of a client's account, with the resulting balance (available and on hold together).
create table ledger_lines (
  owner_id bigint not null,
  position bigint not null,
  line integer not null,
  wallet text not null,
  asset_id integer not null,
  cause text not null,
  amount_units bigint not null,
  balance_after_units bigint not null,
  -- Zero if no order is the cause.
  order_id bigint not null,
  time_ms bigint not null,
  primary key (owner_id, position, line)
);

-- The balance of every account, including the exchange's own, derived from the events alone.
create table account_balances (
  owner_id bigint not null,
  wallet text not null,
  asset_id integer not null,
  units bigint not null,
  primary key (owner_id, wallet, asset_id)
) with (fillfactor = 50);

-- The public tape: the last trades of each market.
create table trades (
  market_id integer not null,
  trade bigint not null,
  taker_side text not null,
  price_ticks bigint not null,
  size_lots bigint not null,
  time_ms bigint not null,
  position bigint not null,
  primary key (market_id, trade)
);

-- Only intervals with trades.
create table candles (
  market_id integer not null,
  interval_seconds integer not null,
  open_ms bigint not null,
  open_ticks bigint not null,
  high_ticks bigint not null,
  low_ticks bigint not null,
  close_ticks bigint not null,
  volume_lots numeric not null,
  turnover_units numeric not null,
  trades integer not null,
  primary key (market_id, interval_seconds, open_ms)
) with (fillfactor = 80);
