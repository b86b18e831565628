-- Numbers of the records for which Earn moves money: moves of stakes and postings of interest (money_records).
create sequence earn_record;

-- Funds out of which the exchange pays interest. A pool's owner in the ledger is 100 + pool_id, one of the funds that
-- the core keeps from falling below zero.
create table earn_pools (
  pool_id integer generated always as identity primary key check (pool_id between 1 and 780),
  name text not null,
  -- Where the money comes from, as clients are told.
  source text not null check (source in ('promotional_budget', 'fees')),
  created_at timestamptz not null default now()
);

create table earn_products (
  product_id integer generated always as identity primary key,
  asset_id integer not null unique,
  pool_id integer not null references earn_pools,
  -- Paused by an operator: no new money, and nothing is renewed.
  is_paused boolean not null default true,
  rank integer not null default 0,
  -- The principal of its stakes that have not ended, drafts included.
  used_units bigint not null default 0 check (used_units >= 0),
  -- The sum of principal × rate (ppm) of its flexible stakes, from which the pool's reserve follows.
  flexible_num numeric not null default 0 check (flexible_num >= 0)
);

-- The published terms of a product. They never change: a stake keeps the terms under which it began.
create table earn_versions (
  version_id bigint generated always as identity primary key,
  product_id integer not null references earn_products,
  number integer not null,
  published_ms bigint not null,
  -- Asset units, of one subscription and of all that a client has in the product.
  minimum_units bigint not null check (minimum_units > 0),
  maximum_units bigint not null check (maximum_units >= minimum_units),
  -- Of all clients together.
  quota_units bigint not null check (quota_units >= 0),
  -- After an early unlock, initial_ppm of the principal is paid at once, the rest after the notice.
  notice_ms bigint not null check (notice_ms >= 0),
  initial_ppm integer not null check (initial_ppm between 0 and 1000000),
  -- The pool has to hold the flexible interest of this many days, or the product is closed to new money.
  reserve_days integer not null check (reserve_days between 0 and 3650),
  unique (product_id, number)
);

create table earn_tiers (
  version_id bigint not null references earn_versions,
  -- 0: flexible.
  days integer not null check (days between 0 and 3650),
  apr_ppm integer not null check (apr_ppm between 0 and 5000000),
  primary key (version_id, days)
);

create function refuse_earn_terms_change() returns trigger language plpgsql as $$
begin
  raise exception 'published terms never change: publish another version';
end $$;
create trigger earn_versions_never_change before update or delete on earn_versions
  for each row execute function refuse_earn_terms_change();
create trigger earn_tiers_never_change before update or delete on earn_tiers
  for each row execute function refuse_earn_terms_change();
