-- Public: open interest of perpetual markets every five minutes, and how many accounts held a position on each side.
create table open_interest (
  market_id integer not null,
  time_ms bigint not null,
  open_lots bigint not null,
  mark_ticks bigint not null,
  long_accounts integer not null,
  short_accounts integer not null,
  primary key (market_id, time_ms)
);
