-- Restrictions set by operators: a freeze of an account, or a ban on a client's withdrawals or trading, each with its
-- reason, rule, author and end.
create table restriction (
  id bigint generated always as identity primary key,
  owner bigint not null references client (owner),
  kind text not null check (kind in ('freeze', 'withdraw', 'trade')),
  reason text not null,
  -- The rule it is based on, as shown to the client.
  rule text not null,
  -- Email of the member of staff, and the team they acted for. Times are of the exchange's clock.
  set_by text not null,
  set_by_team text not null,
  set_at timestamptz not null,
  ends_at timestamptz not null,
  renewed_by text not null default '',
  renewals integer not null default 0,
  ended_at timestamptz,
  -- Empty if it ended automatically.
  ended_by text not null default '',
  end_reason text not null default '',
  -- Whether the core has applied it; if that differs from whether it is in force, the next run corrects it.
  is_applied boolean not null default false
);
create unique index restriction_in_force on restriction (owner, kind) where ended_at is null;
create index restriction_owner on restriction (owner, id desc);
create index restriction_ending on restriction (ends_at) where ended_at is null;
create index restriction_unsettled on restriction (owner) where is_applied <> (ended_at is null);

-- Clients' appeals against restrictions, and the answers.
create table objection (
  id bigint generated always as identity primary key,
  restriction_id bigint not null references restriction (id),
  made_at timestamptz not null,
  text text not null,
  -- Email of the operator who works on it; empty if unassigned.
  assigned_to text not null default '',
  outcome text not null default 'open' check (outcome in ('open', 'kept', 'ended', 'lapsed')),
  answered_at timestamptz,
  answered_by text not null default '',
  answer text not null default ''
);
create unique index objection_open on objection (restriction_id) where outcome = 'open';
create index objection_restriction on objection (restriction_id, id desc);
