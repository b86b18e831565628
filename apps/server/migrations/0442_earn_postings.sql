-- One posting of a day's interest to up to 63 clients ('paid', flexible), or inside a pool for any number of locked
-- terms ('accrued').
create table earn_batches (
  batch_id bigint primary key default nextval('earn_record'),
  kind text not null check (kind in ('paid', 'accrued')),
  pool_id integer not null,
  asset_id integer not null,
  cut bigint not null,
  units bigint not null check (units > 0),
  -- Of a paid batch: its clients, and what each of them gets.
  owners bigint[] not null,
  amounts bigint[] not null,
  state text not null check (state in ('sent', 'done')),
  -- Whether the pool could not pay it yet.
  is_unfunded boolean not null default false,
  position bigint
);
create index earn_batches_sent on earn_batches (batch_id) where state = 'sent';

-- A day of a stake's interest, if it was at least one unit.
create table earn_interest (
  stake_id bigint not null references earn_stakes,
  cut bigint not null,
  batch_id bigint not null references earn_batches,
  units bigint not null check (units > 0),
  primary key (stake_id, cut)
);
create index earn_interest_batch on earn_interest (batch_id);
