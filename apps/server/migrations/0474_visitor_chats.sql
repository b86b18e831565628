-- Conversations with people who have no session. Whoever holds the secret in their cookie reads one; only its hash is
-- stored.
create table visitor_chat (
  id bigint generated always as identity primary key,
  secret_hash bytea not null unique,
  language text not null,
  state text not null default 'open' check (state in ('open', 'closed')),
  assigned_to text references staff_member (id),
  -- When the oldest unanswered message was written; null if there is none.
  waiting_since timestamptz,
  last_at timestamptz not null default now(),
  -- The newest message that an operator has seen.
  seen_id bigint not null default 0
);
create index visitor_chat_newest on visitor_chat (state, last_at desc);
create index visitor_chat_waiting on visitor_chat (id) where waiting_since is not null;
create index visitor_chat_age on visitor_chat (last_at);

create table visitor_chat_message (
  id bigint generated always as identity primary key,
  chat bigint not null references visitor_chat (id) on delete cascade,
  at timestamptz not null default now(),
  -- Null if the visitor wrote it.
  staff_id text references staff_member (id),
  body text not null,
  -- Chosen by the sender: a message sent again with the same value is stored only once.
  reference uuid not null
);
create index visitor_chat_message_chat on visitor_chat_message (chat, id desc);
create unique index visitor_chat_message_reference on visitor_chat_message (chat, coalesce(staff_id, ''), reference);

-- Operators' pages learn of a change like that of a client's conversation; there is no client to notify (owner 0).
create function announce_visitor_chat() returns trigger language plpgsql as $$
begin
  perform pg_notify('support', '0 visitor-' || new.id || ' 0');
  return new;
end $$;
create trigger visitor_chat_changed after insert or update on visitor_chat
  for each row execute function announce_visitor_chat();
