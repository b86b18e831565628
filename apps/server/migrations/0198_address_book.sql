-- Addresses that clients have saved. Times are of the exchange's clock.
create table saved_addresses (
  id bigint generated always as identity primary key,
  owner bigint not null references client (owner),
  network text not null,
  -- In the network's canonical form.
  address text not null,
  label text not null,
  added_at timestamptz not null,
  -- A new entry waits for a day, so that whoever took over the account cannot use it before its owner notices.
  usable_at timestamptz not null,
  removed_at timestamptz
);
create unique index saved_addresses_one on saved_addresses (owner, network, address) where removed_at is null;
create index saved_addresses_owner on saved_addresses (owner, id desc);

-- How clients want to withdraw. A row where something is not as it is at first.
create table withdrawal_choices (
  owner bigint primary key references client (owner),
  -- Withdrawals go to saved addresses alone.
  only_saved boolean not null default false,
  -- When the client has switched that off: it holds until then.
  only_saved_until timestamptz,
  -- To a saved address without a mailed code.
  one_step boolean not null default false
);

-- Addresses that nothing is sent to.
create table blocked_addresses (
  id bigint generated always as identity primary key,
  network text not null,
  address text not null,
  -- Why, as a client reads it who tries.
  reason text not null,
  added_by text not null,
  added_at timestamptz not null,
  removed_by text not null default '',
  removed_at timestamptz
);
create unique index blocked_addresses_one on blocked_addresses (network, address) where removed_at is null;
