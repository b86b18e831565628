-- A coin whose product was ended may get another one.
alter table earn_products drop constraint earn_products_asset_id_key;
create unique index earn_products_offered on earn_products (asset_id) where ended_ms is null;

-- Money of the exchange that goes into a pool, and back to the account that the pool's source names, approved by two
-- people. A row is one transfer, sent by whoever comes first: the call that approved it, or a duty. The log decides
-- whether it has taken place: `position` only repeats what the log says.
create table earn_fundings (
  funding_id bigint generated always as identity primary key,
  approval_id bigint not null unique references approval (id),
  pool_id integer not null references earn_pools,
  direction text not null check (direction in ('in', 'out')),
  asset_id integer not null,
  units bigint not null check (units > 0),
  -- cancelled: when it was to be sent, the money was no longer there. Nothing was moved.
  state text not null default 'approved' check (state in ('approved', 'done', 'cancelled')),
  approved_ms bigint not null,
  position bigint,
  check ((position is not null) = (state = 'done'))
);
create index earn_fundings_due on earn_fundings (funding_id) where state = 'approved';
