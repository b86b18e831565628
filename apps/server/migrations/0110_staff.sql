-- The people who operate the exchange, kept separate from clients: their own tables, cookie and limits, so that nobody
-- becomes both by accident.
create table staff_member (
  id text primary key,
  email text not null unique,
  name text not null,
  roles text[] not null,
  -- Argon2id; null until the invitation is accepted.
  password text,
  -- The authenticator's secret, encrypted; null until one is enrolled.
  totp_secret text,
  -- The newest 30-second step whose code was used: no code works twice.
  totp_step bigint not null default 0,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  created_by text not null
);

create table staff_session (
  id text primary key,
  staff_id text not null references staff_member (id) on delete cascade,
  -- SHA-256: reading the table is not enough to sign in.
  token_hash bytea not null unique,
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index staff_session_member on staff_session (staff_id);

-- Sign-ins in progress: the password was correct, and the second factor is pending.
create table staff_sign_in (
  ticket_hash bytea primary key,
  staff_id text not null references staff_member (id) on delete cascade,
  -- The offered authenticator secret, encrypted, if none is enrolled yet.
  new_totp_secret text,
  passkey_challenge text,
  tries integer not null default 0,
  expires_at timestamptz not null
);

-- One-time links by which a member of staff chooses a password.
create table staff_invitation (
  token_hash bytea primary key,
  staff_id text not null references staff_member (id) on delete cascade,
  expires_at timestamptz not null
);

create table staff_recovery_code (
  staff_id text not null references staff_member (id) on delete cascade,
  code_hash bytea not null,
  primary key (staff_id, code_hash)
);

create table staff_passkey (
  credential_id text primary key,
  staff_id text not null references staff_member (id) on delete cascade,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index staff_passkey_member on staff_passkey (staff_id);

-- The challenge of a passkey that is being added, one for each session.
create table staff_passkey_offer (
  session_id text primary key references staff_session (id) on delete cascade,
  challenge text not null,
  expires_at timestamptz not null
);
