-- Requests by one member of staff on which another decides. A request is executed at most once: in the transaction that
-- changes its state, or not at all.
create table approval (
  id bigint generated always as identity primary key,
  kind text not null,
  -- The subject, such as `client 1004`.
  subject text not null,
  parameters jsonb not null,
  before jsonb not null,
  after jsonb not null,
  reason text not null,
  asked_by text not null references staff_member (id),
  asked_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- waiting, done, failed, refused, withdrawn; a waiting one past its end has expired
  state text not null default 'waiting',
  decided_by text references staff_member (id),
  decided_at timestamptz,
  decision_reason text not null default '',
  -- The error's code if it was approved but could not be executed.
  failure text not null default ''
);
create index approval_waiting on approval (id) where state = 'waiting';

-- Every version of the settings that operators change; the newest is in effect.
create table exchange_settings_version (
  version integer primary key,
  settings jsonb not null,
  at timestamptz not null default now(),
  changed_by text not null,
  -- Email of the second person, if the change needed one.
  approved_by text not null default '',
  reason text not null
);

-- Every server caches the newest version in memory.
create function announce_exchange_settings() returns trigger language plpgsql as $$
begin
  perform pg_notify('exchange_settings', new.version::text);
  return new;
end $$;
create trigger exchange_settings_changed after insert on exchange_settings_version
  for each row execute function announce_exchange_settings();

create function refuse_settings_change() returns trigger language plpgsql as $$
begin
  raise exception 'versions of the settings are kept as they were';
end $$;
create trigger exchange_settings_append_only before update or delete on exchange_settings_version
  for each row execute function refuse_settings_change();
