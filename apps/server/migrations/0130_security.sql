-- Previous passwords, which may not be reused, and clients' settings in the security center.
create table password_history (
  id bigint generated always as identity primary key,
  person_id text not null references person (id) on delete cascade,
  -- 'account' or 'transaction'
  kind text not null,
  hash text not null,
  at timestamptz not null default now()
);
create index password_history_person on password_history (person_id, kind, id desc);

alter table client
  add column anti_phishing_code text,
  add column withdraw_limit integer not null default 500 check (withdraw_limit in (500, 1000, 1500)),
  add column account_password_changed_at timestamptz,
  add column transaction_password_changed_at timestamptz,
  -- When the number was verified; null while it is unverified.
  add column mobile_verified_at timestamptz;

-- A verified number belongs to one account.
create unique index client_verified_mobile on client (mobile_number) where mobile_verified_at is not null;
