-- Each client's volume by day of the exchange's clock, in units of the quote asset; summed up from fills.
create table trading_volume (
  owner_id bigint not null,
  day integer not null,
  quote_units bigint not null,
  primary key (owner_id, day)
);
-- Up to which log position fills are in it.
create table trading_volume_position (
  only_row boolean primary key default true check (only_row),
  position bigint not null
);
insert into trading_volume_position (position) values (0);
-- Fills arrive in the order of their positions, so that a small index finds the newest.
create index fills_position on fills using brin (position);
