-- A miner for rent. The client pays a price into the product's pool, and receives the same output every day of the term.
-- The pool sets the whole output aside in the log entry that takes the price, so a running rental is never unpaid.
-- Numbers of the records for which rentals move money: rentals and postings of their output (money_records).
create sequence miner_record;

create table miner_products (
  product_id integer generated always as identity primary key,
  -- What it yields, and what it is paid in.
  asset_id integer not null,
  price_asset_id integer not null check (price_asset_id <> asset_id),
  -- A row of earn_pools, which a later migration creates. No other product has the same pool.
  pool_id integer not null unique check (pool_id between 1 and 780),
  -- Paused by an operator: nothing is rented. Running rentals continue.
  is_paused boolean not null default true,
  -- Created with the sandbox, as clients are told.
  is_demo boolean not null default false,
  rank integer not null default 0
);

-- The published terms of a product. They never change: a rental keeps the terms under which it began.
create table miner_versions (
  version_id bigint generated always as identity primary key,
  product_id integer not null references miner_products,
  number integer not null,
  published_ms bigint not null,
  price_units bigint not null check (price_units > 0),
  days integer not null check (days between 90 and 3650),
  daily_units bigint not null check (daily_units > 0),
  -- How many can run at the same time: of all clients, and of one.
  quota integer not null check (quota between 0 and 1000000),
  most_per_client integer not null check (most_per_client between 1 and 1000),
  unique (product_id, number),
  -- The output of all together is an amount that the ledger can hold.
  check (days::numeric * daily_units * greatest(quota, 1) <= 9007199254740991)
);
create function refuse_miner_terms_change() returns trigger language plpgsql as $$
begin
  raise exception 'published terms never change: publish another version';
end $$;
create trigger miner_versions_never_change before update or delete on miner_versions
  for each row execute function refuse_miner_terms_change();

-- A rental. Its row is written before the price is paid, and says everything that the ledger entry depends on; the log
-- decides; the row then says so. Times are milliseconds of the log's clock.
create table miner_rentals (
  rental_id bigint primary key default nextval('miner_record'),
  owner bigint not null,
  product_id integer not null references miner_products,
  version_id bigint not null references miner_versions,
  pool_id integer not null,
  asset_id integer not null,
  price_asset_id integer not null,
  -- The terms, copied from the version.
  price_units bigint not null,
  days integer not null,
  daily_units bigint not null,
  -- void: the ledger refused it, or was never asked.
  state text not null check (state in ('draft', 'running', 'ended', 'void')),
  refusal text,
  -- The lease under which it was sent: after a later one has begun, it can no longer enter the log.
  epoch bigint not null,
  idempotency_key text,
  -- What the client asked for, to recognize a repetition.
  request text not null,
  drafted_ms bigint not null,
  -- By the database's clock: when its row was written.
  drafted_at timestamptz not null default now(),
  -- Where the price was paid in the log.
  position bigint,
  -- Output is earned from start_cut to end_cut; next_cut decides the next day of it (null: none is left).
  start_cut bigint not null,
  next_cut bigint,
  end_cut bigint not null,
  -- What has been paid, according to the log.
  paid_days integer not null default 0 check (paid_days between 0 and days),
  ended_ms bigint,
  unique (owner, idempotency_key)
);
create index miner_rentals_owner on miner_rentals (owner, rental_id desc);
create index miner_rentals_used on miner_rentals (product_id, owner) where state in ('draft', 'running');
create index miner_rentals_draft on miner_rentals (rental_id) where state = 'draft';
create index miner_rentals_due on miner_rentals (product_id, next_cut, rental_id)
  where state = 'running' and next_cut is not null;

-- One posting of a day's output to up to 63 clients.
create table miner_payouts (
  payout_id bigint primary key default nextval('miner_record'),
  pool_id integer not null,
  asset_id integer not null,
  cut bigint not null,
  units bigint not null check (units > 0),
  owners bigint[] not null,
  amounts bigint[] not null,
  state text not null check (state in ('sent', 'done')),
  position bigint
);
create index miner_payouts_sent on miner_payouts (payout_id) where state = 'sent';

-- The days of a rental: each is in exactly one posting.
create table miner_days (
  rental_id bigint not null references miner_rentals,
  cut bigint not null,
  payout_id bigint not null references miner_payouts,
  primary key (rental_id, cut)
);
create index miner_days_payout on miner_days (payout_id);
