-- The public tape, packed: one row per market and flush, never crossing a multiple of 1,000 trades, so that older
-- trades can be deleted by the thousand. `trades` is now a view of it.

create table tape (
  market_id integer not null,
  first_trade bigint not null,
  -- The log position of the last trade.
  position bigint not null,
  -- 24 bytes per trade, numbered from first_trade: price in ticks, size in lots, and twice the time in milliseconds,
  -- plus one if the taker sold, each as eight bytes, big-endian.
  packed bytea not null,
  primary key (market_id, first_trade)
);
-- Compression would cost more time than it saves for so few rows.
alter table tape alter column packed set storage external;

-- A rebuild begins at a checkpoint, which no row may cross.
insert into tape
select market_id, min(trade), max(position), string_agg(
  int8send(price_ticks) || int8send(size_lots) || int8send(time_ms * 2 + case taker_side when 'sell' then 1 else 0 end),
  '' order by trade)
from (select t.*, (select count(*) from projector_checkpoints c where c.position < t.position) as checkpoints from trades t) t
group by market_id, (trade - 1) / 1000, checkpoints;

drop table trades;

create function bigint_at(bytes bytea, start integer) returns bigint language sql immutable as $$
  select ('x' || encode(substring(bytes from start + 1 for 8), 'hex'))::bit(64)::bigint
$$;

create view trades as
  select market_id, first_trade + n as trade, case bigint_at(packed, 24 * n + 16) & 1 when 1 then 'sell' else 'buy' end as taker_side,
    bigint_at(packed, 24 * n) as price_ticks, bigint_at(packed, 24 * n + 8) as size_lots,
    bigint_at(packed, 24 * n + 16) >> 1 as time_ms
  from tape cross join lateral generate_series(0, length(packed) / 24 - 1) n;
