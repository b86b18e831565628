-- A client's conversation with support: one per client, stored permanently.
create table support_thread (
  owner bigint primary key references client (owner),
  state text not null default 'open' check (state in ('open', 'closed')),
  assigned_to text references staff_member (id),
  -- When the oldest unanswered message was written; null if there is none.
  waiting_since timestamptz,
  last_at timestamptz not null default now(),
  -- The newest message that the client has read, that an operator has seen, and of which the client was notified.
  read_id bigint not null default 0,
  seen_id bigint not null default 0,
  notified_id bigint not null default 0,
  -- The newest message written by an operator.
  answered_id bigint not null default 0
);
create index support_thread_newest on support_thread (state, last_at desc);
create index support_thread_unread on support_thread (owner) where answered_id > read_id and answered_id > notified_id;

create table support_message (
  id bigint generated always as identity primary key,
  owner bigint not null references support_thread (owner),
  at timestamptz not null default now(),
  -- Null if the client wrote it.
  staff_id text references staff_member (id),
  body text not null,
  -- Chosen by the sender: a message sent again with the same value is stored only once.
  reference uuid not null
);
create index support_message_owner on support_message (owner, id desc);
create unique index support_message_reference on support_message (owner, coalesce(staff_id, ''), reference);

-- Files of messages. Their bytes are encrypted and stored outside the database under the file's id.
create table support_attachment (
  id uuid primary key,
  owner bigint not null references client (owner),
  -- Null while the file is being stored: a row left behind in this state is removed together with its file.
  message_id bigint unique references support_message (id),
  added_at timestamptz not null default now(),
  name text not null,
  type text not null,
  size_bytes integer not null,
  key_id text not null
);

-- Every server passes the message on to the connections concerned.
create function announce_support_message() returns trigger language plpgsql as $$
begin
  perform pg_notify('support', new.owner || ' ' || (select unique_id from client where owner = new.owner) || ' ' || new.id);
  return new;
end $$;
create function announce_support_thread() returns trigger language plpgsql as $$
begin
  perform pg_notify('support', new.owner || ' ' || (select unique_id from client where owner = new.owner) || ' 0');
  return new;
end $$;
create trigger support_message_added after insert on support_message
  for each row execute function announce_support_message();
create trigger support_thread_changed after update on support_thread for each row
  when ((new.state, new.assigned_to, new.read_id, new.seen_id)
    is distinct from (old.state, old.assigned_to, old.read_id, old.seen_id))
  execute function announce_support_thread();

-- News published by operators. The content is in its versions, of which the newest is current.
create table news (
  id bigint generated always as identity primary key,
  -- A news item that comes with a release is published only once.
  origin text unique,
  -- For an announcement: the highest owner number notified so far, the number of clients notified, and when all had
  -- been.
  told_to bigint not null default 0,
  told_count integer not null default 0,
  told_at timestamptz
);

create table news_version (
  news_id bigint not null references news (id),
  version integer not null,
  kind text not null check (kind in ('news', 'announcement')),
  audience text not null check (audience in ('all', 'verified')),
  title text not null,
  body text not null,
  publish_at timestamptz not null,
  is_withdrawn boolean not null,
  -- Null if it came with the release.
  staff_id text references staff_member (id),
  at timestamptz not null default now(),
  reason text not null default '',
  primary key (news_id, version)
);

create function refuse_news_change() returns trigger language plpgsql as $$
begin
  raise exception 'versions of news are kept as they were';
end $$;
create trigger news_version_append_only before update or delete on news_version
  for each row execute function refuse_news_change();
