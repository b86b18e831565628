-- People and their sessions. Column names are ours; auth/auth.ts maps them for the library that manages them.
create table person (
  id text primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null,
  image text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table session (
  id text primary key,
  person_id text not null references person (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index session_person on session (person_id);

create table credential (
  id text primary key,
  person_id text not null references person (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider_id, account_id)
);
create index credential_person on credential (person_id);

create table verification (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index verification_identifier on verification (identifier);

-- A client is a person with an account in the core. Numbers below 1000 are the exchange's own accounts.
create table client (
  owner bigint generated always as identity (start with 1000) primary key,
  person_id text not null unique references person (id),
  -- Shown as UID. Random, so that it does not reveal the number of clients.
  unique_id text not null unique,
  mobile_number text not null default '',
  referral text not null default '',
  transaction_password text,
  created_at timestamptz not null default now()
);

-- A person and their client are created together or not at all.
create function open_client() returns trigger language plpgsql as $$
begin
  loop
    insert into client (person_id, unique_id)
    values (new.id, (100000000 + floor(random() * 900000000))::bigint::text)
    on conflict (unique_id) do nothing;
    exit when found;
  end loop;
  return new;
end $$;
create trigger person_opens_client after insert on person for each row execute function open_client();

-- One live code per purpose and address, stored as a keyed hash.
create table one_time_code (
  purpose text not null,
  address text not null,
  code_hash bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  primary key (purpose, address)
);

-- Counters for limits per account and per address; a row is one window.
create table attempt_window (
  subject text not null,
  window_start timestamptz not null,
  attempts integer not null,
  primary key (subject, window_start)
);

-- Messages of the sandbox, which sends none.
create table outbox (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  channel text not null,
  recipient text not null,
  subject text not null,
  body text not null,
  code text not null
);
create index outbox_recipient on outbox (recipient, id desc);

-- Every server caches sessions in memory and must be notified immediately when one ends.
create function announce_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_end', old.id);
  return old;
end $$;
create trigger session_end after delete on session for each row execute function announce_session_end();
