-- Clients' results in perpetual markets, stored with their P&L books. Days are UTC days, counted from 1 January 1970.

-- One row for each day on which a position's size or cost changed: both after the day's last change.
create table book_positions (
  owner_id bigint not null,
  market_id integer not null,
  side text not null,
  day integer not null,
  size_lots bigint not null,
  cost_units bigint not null,
  primary key (owner_id, market_id, side, day)
);

-- One row for each day on which positions realized, received or paid something. The first two amounts are signed.
create table book_futures (
  owner_id bigint not null,
  day integer not null,
  realized_units numeric not null,
  funding_units numeric not null,
  fee_units numeric not null,
  liquidation_fee_units numeric not null,
  primary key (owner_id, day)
);

-- For existing data: up to the position of each P&L book. Positions that last changed in a detached partition would be
-- missing.
do $$
declare
  detached text;
begin
  select string_agg(number::text, ', ' order by number) into detached from history_partition
  where not exists (select from pg_inherits where inhparent = 'position_changes'::regclass
    and inhrelid = to_regclass('position_changes_' || number));
  if detached is not null then
    raise exception 'partitions of position_changes are detached (%): attach them for this upgrade', detached;
  end if;
end $$;

insert into book_positions
select distinct on (c.owner_id, c.market_id, c.side, c.time_ms / 86400000) c.owner_id, c.market_id, c.side,
  c.time_ms / 86400000, c.size_lots, c.cost_units
from position_changes c join books b on b.owner_id = c.owner_id and (c.position, c.line) <= (b.position, b.line)
where c.kind in ('fill', 'settled', 'profit')
order by c.owner_id, c.market_id, c.side, c.time_ms / 86400000, c.position desc, c.line desc;

insert into book_futures
select l.owner_id, l.time_ms / 86400000,
  coalesce(sum(l.amount_units) filter (where l.cause = 'futures_profit'), 0),
  coalesce(sum(l.amount_units) filter (where l.cause = 'funding'), 0),
  coalesce(-sum(l.amount_units) filter (where l.cause = 'fee'), 0),
  coalesce(-sum(l.amount_units) filter (where l.cause = 'liquidation_fee'), 0)
from transfer_lines l join books b on b.owner_id = l.owner_id and (l.position, l.line) <= (b.position, b.line)
where l.wallet = 'future' and l.cause in ('futures_profit', 'funding', 'fee', 'liquidation_fee')
group by 1, 2;

-- Trades in perpetual markets that paid a fee count toward the 30-day volume, because one fee tier applies to spot and
-- perpetual markets.
insert into trading_volume (owner_id, day, quote_units)
select c.owner_id, c.time_ms / 86400000, sum(c.notional_units)
from position_changes c join books b on b.owner_id = c.owner_id and (c.position, c.line) <= (b.position, b.line)
where c.kind = 'fill' and c.fee_units > 0
group by 1, 2
on conflict (owner_id, day) do update set quote_units = trading_volume.quote_units + excluded.quote_units;
