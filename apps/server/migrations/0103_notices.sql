-- Notifications to clients; the page that shows one writes its text from kind and parameters.
create table notice (
  id bigint generated always as identity primary key,
  owner bigint not null references client (owner),
  at timestamptz not null default now(),
  kind text not null,
  parameters jsonb not null,
  read_at timestamptz
);
create index notice_owner on notice (owner, id desc);
create index notice_unread on notice (owner) where read_at is null;

-- The server that has the client's stream passes the notification on.
create function announce_notice() returns trigger language plpgsql as $$
begin
  perform pg_notify('notice', new.owner || ' ' || new.id);
  return new;
end $$;
create trigger notice_added after insert on notice for each row execute function announce_notice();
