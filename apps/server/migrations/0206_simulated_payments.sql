-- Orders of the sandbox's own payment provider.
create table simulated_payments (
  order_id uuid primary key,
  request_key text not null unique,
  reference text not null,
  currency text not null,
  amount bigint not null,
  return_url text not null,
  cancel_url text not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'completed', 'void')),
  capture_id uuid
);
