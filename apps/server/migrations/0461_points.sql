-- Tasks that clients are given points for. A change adds a version; earlier versions stay as they were.
create table reward_tasks (
  task_id integer not null check (task_id > 0),
  version integer not null check (version > 0),
  list text not null check (list in ('daily', 'weekly', 'once', 'center')),
  -- What has to be done, and how much of it: days, or whole USDT.
  rule text not null,
  threshold bigint not null check (threshold >= 0),
  points integer not null check (points between 1 and 100000),
  -- Operators' own text; empty if the rule's text suffices.
  name text not null default '',
  description text not null default '',
  is_on boolean not null,
  place integer not null default 0,
  -- Null for the sandbox's own tasks.
  approval_id bigint unique references approval (id),
  at timestamptz not null default now(),
  primary key (task_id, version)
);

-- A client's points: the sum of their entries, kept by the transaction that adds an entry. Its row is the lock.
create table reward_clients (
  owner bigint primary key references client (owner),
  points bigint not null default 0 check (points >= 0)
);

create table point_entries (
  entry_id bigint generated always as identity primary key,
  owner bigint not null references client (owner),
  kind text not null check (kind in ('task', 'converted')),
  -- What the entry is for: an entry of the same source is never added twice.
  source text not null,
  -- Of a task: its id and its rule at that time.
  task_id integer,
  rule text not null default '',
  points bigint not null check (points <> 0),
  -- The client's points after this entry.
  balance bigint not null check (balance >= 0),
  at_ms bigint not null,
  -- The length of the log at that time.
  position bigint not null,
  unique (owner, kind, source),
  check ((points < 0) = (kind = 'converted'))
);
create index point_entries_of on point_entries (owner, entry_id desc);

create function refuse_point_entry_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of points never change';
end $$;
create trigger point_entries_never_change before update or delete on point_entries
  for each row execute function refuse_point_entry_change();

-- A claimed task. The period is a UTC day (2026-11-30), the Monday of a UTC week (week 2026-11-30), or 'once'.
create table task_claims (
  owner bigint not null references client (owner),
  task_id integer not null,
  period text not null,
  version integer not null,
  points integer not null,
  at_ms bigint not null,
  primary key (owner, task_id, period),
  foreign key (task_id, version) references reward_tasks (task_id, version)
);
