-- Events on each client's account, visible to the client and to operators.
create table security_event (
  id bigint generated always as identity primary key,
  owner bigint not null references client (owner),
  at timestamptz not null default now(),
  kind text not null,
  ip text not null,
  user_agent text not null,
  details jsonb not null
);
create index security_event_owner on security_event (owner, id desc);
