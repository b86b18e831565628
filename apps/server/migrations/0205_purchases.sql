-- Clients' purchases with fiat money. The quote is stored as it was shown, together with the provider's own ids.
create table purchases (
  purchase_id bigint generated always as identity primary key,
  owner_id bigint not null,
  -- What the client entered, in the currency's smallest unit.
  currency text not null,
  amount bigint not null,
  -- The amount requested from the provider, in another currency if the provider does not accept the client's.
  charge_currency text not null,
  charge bigint not null,
  -- Price of one USDT in the first currency, in units of 1e-8: on the market, and as sold.
  rate bigint not null,
  price bigint not null,
  units bigint not null,
  state text not null default 'created'
    check (state in ('created', 'approved', 'captured', 'credited', 'failed', 'expired')),
  -- The key by which the provider recognizes a repeated request.
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
  -- A repeated call finds the first call's row.
  idempotency_key text,
  unique (owner_id, idempotency_key)
);
create index purchases_of_owner on purchases (owner_id, purchase_id desc);
create index purchases_under_way on purchases (purchase_id) where ended_ms is null;
