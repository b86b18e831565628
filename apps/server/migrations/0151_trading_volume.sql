-- Each client's volume per day of the exchange's clock, in units of the quote asset, summed from fills.
create table trading_volume (
  owner_id bigint not null,
  day integer not null,
  quote_units bigint not null,
  primary key (owner_id, day)
);
-- The log position up to which fills are included.
create table trading_volume_position (
  only_row boolean primary key default true check (only_row),
  position bigint not null
);
insert into trading_volume_position (position) values (0);
-- Fills arrive in the order of their positions, so a small index finds the newest.
create index fills_position on fills using brin (position);
