-- How a client wants the pages to be; what was never chosen is not there.
create table client_preferences (
  owner bigint primary key references client (owner),
  chosen jsonb not null,
  updated_at timestamptz not null default now()
);
