-- What takers bought and sold in each five-minute interval, by size class. The size of an order is what it took at one
-- log position. Public sums without names, stored for eight days.
create table taker_flow (
  market_id integer not null,
  -- Start of the five-minute interval, in milliseconds since the Unix epoch.
  open_ms bigint not null,
  -- The index, from 0, in the list of sizes in taker-flow.ts, the smallest first.
  size_class integer not null,
  buys integer not null,
  sells integer not null,
  -- Quote units. The sums may exceed 2^63.
  buy_units numeric not null,
  sell_units numeric not null,
  primary key (market_id, open_ms, size_class)
);

-- The rows of the unfinished five-minute interval, stored like those of unfinished candles.
alter table projector_checkpoints add column taker_flow jsonb not null default '[]';
