-- A client's subscription to a product. Times are milliseconds of the log's clock, amounts units of the asset.
create table earn_stakes (
  stake_id bigint generated always as identity primary key,
  owner bigint not null,
  product_id integer not null references earn_products,
  version_id bigint not null references earn_versions,
  pool_id integer not null references earn_pools,
  asset_id integer not null,
  kind text not null check (kind in ('flexible', 'locked')),
  -- The terms, copied from the version. 0 days: flexible.
  days integer not null,
  apr_ppm integer not null,
  notice_ms bigint not null,
  initial_ppm integer not null,
  -- What was put in, and what of it is still in the client's earn wallet.
  base_units bigint not null check (base_units > 0),
  principal_units bigint not null check (principal_units >= 0),
  -- The interest of the whole term, set aside when it began; 0 for flexible.
  whole_units bigint not null,
  -- What has been decided so far: days, interest, and for flexible the fraction of a unit that is carried over, in
  -- 1 / (365 × 10^6) of a unit.
  posted_days integer not null default 0,
  posted_units bigint not null default 0,
  carry_num bigint not null default 0 check (carry_num between 0 and 364999999),
  auto_renew boolean not null default false,
  -- The stake that this one continues.
  renewed_from bigint unique references earn_stakes,
  state text not null check (state in ('draft', 'running', 'notice', 'ended', 'void')),
  end_cause text check (end_cause in ('redeemed', 'paid_out', 'renewed', 'unlocked')),
  drafted_ms bigint not null,
  -- Interest is earned from start_cut; next_cut decides the next day of it (null: none is left); end_cut ends the term.
  start_cut bigint not null,
  next_cut bigint,
  end_cut bigint,
  rest_due_ms bigint,
  ended_ms bigint
);
create index earn_stakes_owner on earn_stakes (owner, stake_id desc);
create index earn_stakes_running on earn_stakes (owner, product_id) where state in ('draft', 'running', 'notice');
create index earn_stakes_due on earn_stakes (product_id, kind, next_cut, stake_id)
  where state = 'running' and next_cut is not null;
create index earn_stakes_end on earn_stakes (end_cut, stake_id) where state = 'running' and end_cut is not null;
create index earn_stakes_rest on earn_stakes (rest_due_ms, stake_id) where state = 'notice';

-- A movement of a stake's money. Its row is written first and says everything that its ledger entries depend on; the
-- log decides whether they take place; the row then says so.
create table earn_moves (
  move_id bigint primary key default nextval('earn_record'),
  stake_id bigint not null references earn_stakes,
  owner bigint not null,
  pool_id integer not null,
  asset_id integer not null,
  kind text not null check (kind in ('subscribe', 'redeem', 'unlock', 'rest', 'payout', 'renew')),
  -- Principal.
  units bigint not null check (units >= 0),
  -- Interest posted so far that is paid out or forfeited.
  posted_units bigint not null default 0,
  -- Interest that is set aside, or no longer needs to be.
  promised_units bigint not null default 0,
  -- Of a renewal: the terms of the stake that continues.
  version_id bigint references earn_versions,
  state text not null check (state in ('sent', 'done', 'refused', 'abandoned')),
  refusal text,
  -- The lease under which it was sent: after a later one has begun, it can no longer enter the log.
  epoch bigint not null,
  idempotency_key text,
  -- What the client asked for, to recognize a repetition.
  request text not null default '',
  drafted_ms bigint not null,
  -- By the database's clock: when its row was written.
  drafted_at timestamptz not null default now(),
  position bigint,
  unique (owner, idempotency_key)
);
-- One movement of a stake at a time.
create unique index earn_moves_one on earn_moves (stake_id) where state = 'sent';
create index earn_moves_sent on earn_moves (move_id) where state = 'sent';
create index earn_moves_of_owner on earn_moves (owner, drafted_ms);
