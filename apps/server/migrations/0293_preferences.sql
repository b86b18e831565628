-- A client's display preferences; unset ones are absent.
create table client_preferences (
  owner bigint primary key references client (owner),
  chosen jsonb not null,
  updated_at timestamptz not null default now()
);
