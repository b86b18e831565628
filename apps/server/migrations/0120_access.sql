-- Sign-in methods: second factors, passkeys, external accounts, and the withdrawal hold after a change to them.
alter table client
  -- How the account was opened: 'email', 'google' or 'wallet'.
  add column provider text not null default 'email',
  -- Until when withdrawals are on hold after a security change, and why.
  add column withdrawals_held_until timestamptz,
  add column withdrawals_held_reason text not null default '';
create index client_mobile_number on client (mobile_number) where mobile_number <> '';

-- One-time secrets: states, tickets, nonces, challenges, permissions to reset a password. Stored as SHA-256.
create table one_time_token (
  purpose text not null,
  token_hash bytea not null,
  -- What the token represents.
  data jsonb not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  primary key (purpose, token_hash)
);
create index one_time_token_expiry on one_time_token (expires_at);

create table authenticator (
  person_id text primary key references person (id) on delete cascade,
  -- Encrypted with the key that signs sessions.
  secret text not null,
  -- Null until a first code has proven that the app has the secret.
  enrolled_at timestamptz,
  -- The newest 30-second step whose code was used: no code works twice.
  last_step bigint not null default 0
);

create table recovery_code (
  person_id text not null references person (id) on delete cascade,
  code_hash bytea not null,
  primary key (person_id, code_hash)
);

create table passkey (
  credential_id text primary key,
  person_id text not null references person (id) on delete cascade,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkey_person on passkey (person_id);

-- External accounts that sign in to an account here: a Google account by its subject, a wallet by its address.
create table connection (
  provider text not null,
  subject text not null,
  person_id text not null references person (id) on delete cascade,
  -- The label that its owner recognizes: an email address, or the address of the wallet.
  label text not null,
  connected_at timestamptz not null default now(),
  primary key (provider, subject)
);
create index connection_person on connection (person_id);
create unique index connection_one_google on connection (person_id) where provider = 'google';

-- Browsers that each client has signed in with; a sign-in from a different one causes a message.
create table known_device (
  owner bigint not null references client (owner),
  device_hash bytea not null,
  first_seen_at timestamptz not null default now(),
  primary key (owner, device_hash)
);
