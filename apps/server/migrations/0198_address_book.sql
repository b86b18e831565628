-- Addresses that clients have saved. Times are taken from the exchange's clock.
create table saved_addresses (
  id bigint generated always as identity primary key,
  owner bigint not null references client (owner),
  network text not null,
  -- In the network's canonical form.
  address text not null,
  label text not null,
  added_at timestamptz not null,
  -- A new entry can be used after a day, so that an attacker who took over the account cannot use it before its owner
  -- notices.
  usable_at timestamptz not null,
  removed_at timestamptz
);
create unique index saved_addresses_one on saved_addresses (owner, network, address) where removed_at is null;
create index saved_addresses_owner on saved_addresses (owner, id desc);

-- Clients' withdrawal settings. A row exists only if a setting differs from the default.
create table withdrawal_choices (
  owner bigint primary key references client (owner),
  -- Withdrawals go to saved addresses only.
  only_saved boolean not null default false,
  -- When the setting ends after the client has switched it off.
  only_saved_until timestamptz,
  -- Withdrawals to saved addresses need no emailed code.
  one_step boolean not null default false
);

-- Blocked addresses, to which nothing is sent.
create table blocked_addresses (
  id bigint generated always as identity primary key,
  network text not null,
  address text not null,
  -- The reason shown to clients who try to use it.
  reason text not null,
  added_by text not null,
  added_at timestamptz not null,
  removed_by text not null default '',
  removed_at timestamptz
);
create unique index blocked_addresses_one on blocked_addresses (network, address) where removed_at is null;
