-- Data that clients enter about themselves; unset values are empty.
create table profile (
  owner bigint primary key references client (owner),
  name text not null default '',
  gender text not null default '',
  date_of_birth date,
  address text not null default '',
  updated_at timestamptz not null default now()
);
