-- What takers bought and sold in five minutes, by the size of what each order took at one log position. Public sums
-- without names; kept for eight days.
create table taker_flow (
  market_id integer not null,
  -- Whole multiples of five minutes since the epoch (UTC).
  open_ms bigint not null,
  -- The position in the list of sizes in taker-flow.ts, the smallest first.
  size_class integer not null,
  buys integer not null,
  sells integer not null,
  -- Quote units. The sums may exceed 2^63.
  buy_units numeric not null,
  sell_units numeric not null,
  primary key (market_id, open_ms, size_class)
);

-- The rows of the unfinished five minutes, as for candles.
alter table projector_checkpoints add column taker_flow jsonb not null default '[]';
