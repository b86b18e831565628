-- Rewards are paid from a fund: an owner in the ledger that the core keeps from falling below zero.

-- Deposits of the exchange into the fund, approved by two people. A row is one transfer, sent by a duty.
create table reward_fundings (
  funding_id bigint generated always as identity primary key,
  approval_id bigint not null unique references approval (id),
  source text not null check (source in ('fees', 'treasury')),
  asset_id integer not null,
  units bigint not null check (units > 0),
  state text not null default 'approved' check (state in ('approved', 'done')),
  approved_ms bigint not null,
  position bigint,
  check ((position is not null) = (state = 'done'))
);
create index reward_fundings_due on reward_fundings (funding_id) where state = 'approved';

-- Per asset: what the fund has promised but not paid yet, and what it has paid. Whoever promises more locks the row.
create table reward_budgets (
  asset_id integer primary key,
  promised_units bigint not null default 0 check (promised_units >= 0),
  paid_units bigint not null default 0 check (paid_units >= 0)
);

-- A payment to a client. A row is one transfer with the purpose 'reward' and the row's id as its record. The log
-- decides whether it has been paid: `position` only repeats what the log says.
create table reward_payments (
  payment_id bigint generated always as identity primary key,
  owner bigint not null references client (owner),
  kind text not null check (kind in ('points')),
  account text not null check (account in ('rewards', 'fees')),
  asset_id integer not null,
  units bigint not null check (units > 0),
  -- The points that were converted.
  points bigint check (points > 0),
  idempotency_key text,
  state text not null default 'chosen' check (state in ('chosen', 'paid')),
  chosen_ms bigint not null,
  position bigint,
  paid_ms bigint,
  unique (owner, idempotency_key),
  check ((position is not null) = (state = 'paid') and (paid_ms is not null) = (state = 'paid')),
  check ((points is not null) = (kind = 'points'))
);
create index reward_payments_due on reward_payments (payment_id) where state = 'chosen';
create index reward_payments_of on reward_payments (owner, payment_id desc);
