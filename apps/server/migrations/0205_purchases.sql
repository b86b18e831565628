-- What clients buy with money of countries. The quote is kept as it was shown; the provider's own numbers stand beside it.
create table purchases (
  purchase_id bigint generated always as identity primary key,
  owner_id bigint not null,
  -- What the client entered, in the currency's smallest unit.
  currency text not null,
  amount bigint not null,
  -- What the provider is asked for; another currency where it does not take the first.
  charge_currency text not null,
  charge bigint not null,
  -- Price of one USDT in the first currency, in hundred millionths: on the market, and as sold.
  rate bigint not null,
  price bigint not null,
  units bigint not null,
  state text not null default 'created'
    check (state in ('created', 'approved', 'captured', 'credited', 'failed', 'expired')),
  -- A repeated request to the provider is known to it by this.
  request_key uuid not null default gen_random_uuid(),
  order_id text unique,
  approval_url text,
  capture_id text unique,
  problem text not null default '',
  -- The ledger entry.
  position bigint,
  created_ms bigint not null,
  expires_ms bigint not null,
  ended_ms bigint,
  -- A repeated call finds the row of the first.
  idempotency_key text,
  unique (owner_id, idempotency_key)
);
create index purchases_of_owner on purchases (owner_id, purchase_id desc);
create index purchases_under_way on purchases (purchase_id) where ended_ms is null;
