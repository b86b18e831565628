-- Public: index prices of perpetual markets, recorded by the leader.

-- Confirmed index prices of each minute, in ticks, which may be fractional. A minute without a confirmed index has no row.
create table index_prices (
  market_id integer not null,
  minute_ms bigint not null,
  open_ticks double precision not null,
  high_ticks double precision not null,
  low_ticks double precision not null,
  close_ticks double precision not null,
  -- The smallest number of sources that confirmed a price within the minute.
  sources integer not null,
  primary key (market_id, minute_ms)
);

-- The leader's state of each index, a few seconds old, for followers.
create table index_states (
  market_id integer primary key,
  state jsonb not null,
  written_ms bigint not null
);
