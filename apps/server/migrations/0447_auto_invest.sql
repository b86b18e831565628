-- A client's standing instruction to buy coins with USDT. Times are milliseconds of the log's clock, amounts units of
-- USDT.
create table auto_plans (
  plan_id bigint generated always as identity primary key,
  owner bigint not null,
  kind text not null check (kind in ('single', 'portfolio', 'linked')),
  name text not null,
  -- Linked: the list whose coins are bought, in equal parts. Otherwise: coins and their shares in percent.
  list text,
  coins integer[] not null,
  percents integer[] not null,
  check ((kind = 'linked') = (list is not null)),
  check (cardinality(coins) = cardinality(percents)),
  -- Per run.
  units bigint not null check (units > 0),
  cycle text not null,
  -- 1 is Monday. The hour is of UTC.
  weekday integer check (weekday between 1 and 7),
  day integer check (day between 1 and 31),
  hour integer check (hour between 0 and 23),
  -- Runs repeat from this time on.
  first_ms bigint not null,
  -- Null while no run is planned.
  next_run_ms bigint,
  use_flexible boolean not null,
  state text not null check (state in ('active', 'paused', 'stopped')),
  check ((state = 'active') = (next_run_ms is not null)),
  -- Changes so far: an edit names the one that it was based on.
  version integer not null default 1,
  created_ms bigint not null,
  ended_ms bigint,
  -- The first run and the log position when it was created: what a repeated request gets.
  created_first_ms bigint not null,
  position bigint not null,
  -- The newest lease under which a run was planned.
  epoch bigint not null default 0,
  done_runs integer not null default 0,
  skipped_runs integer not null default 0,
  missed_runs integer not null default 0,
  idempotency_key text,
  -- What the client asked for, to recognize a repetition.
  request text not null,
  unique (owner, idempotency_key)
);
create index auto_plans_owner on auto_plans (owner, plan_id desc);
create index auto_plans_due on auto_plans (next_run_ms, plan_id) where next_run_ms is not null;

-- A run of a plan. Its row is written first, with every amount; the log decides each purchase; the row then says so.
create table auto_runs (
  run_id bigint generated always as identity primary key,
  plan_id bigint not null references auto_plans,
  owner bigint not null,
  -- The time for which it was planned.
  slot_ms bigint not null,
  drafted_ms bigint not null,
  ended_ms bigint,
  units bigint not null,
  -- Earlier runs that did not take place because of an outage.
  missed integer not null,
  -- 'done': at least one coin was bought.
  state text not null check (state in ('sent', 'done', 'skipped')),
  reason text,
  -- The lease that continues it.
  epoch bigint not null,
  -- The flexible stakes that are redeemed for it, and how much of each.
  stakes bigint[] not null,
  stake_units bigint[] not null,
  unique (plan_id, slot_ms)
);
create index auto_runs_sent on auto_runs (run_id) where state = 'sent';
create index auto_runs_owner on auto_runs (owner, run_id desc);
create index auto_runs_plan on auto_runs (plan_id, run_id desc);

-- A purchase of a run: one conversion.
create table auto_purchases (
  purchase_id bigint generated always as identity primary key,
  run_id bigint not null references auto_runs,
  asset_id integer not null,
  units bigint not null check (units > 0),
  state text not null check (state in ('sent', 'done', 'refused')),
  reason text,
  position bigint,
  spent_units bigint,
  received_units bigint,
  fee_units bigint
);
create index auto_purchases_run on auto_purchases (run_id);

-- What a plan has bought of each coin so far.
create table auto_holdings (
  plan_id bigint not null references auto_plans,
  asset_id integer not null,
  spent_units bigint not null,
  received_units bigint not null,
  fee_units bigint not null,
  primary key (plan_id, asset_id)
);
