-- Every conversion of a client, derived from the log.
create table converts (
  owner_id bigint not null,
  position bigint not null,
  from_asset_id integer not null,
  to_asset_id integer not null,
  quote_asset_id integer not null,
  spent_units bigint not null,
  received_units bigint not null,
  -- In units of the quote asset.
  fee_units bigint not null,
  first_order bigint not null,
  -- 0: one trade.
  second_order bigint not null,
  -- The number of the limit conversion; 0 for none.
  record bigint not null,
  time_ms bigint not null,
  primary key (owner_id, position)
);
create index converts_record on converts (record) where record <> 0;
