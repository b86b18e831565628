-- What custody knows of the networks. Facts of a chain are written by its follower as it reads blocks; what the ledger made
-- of them is in the log. Amounts on a chain are whole numbers of the coin's smallest unit there.

-- One address per client and family of networks. The index is the place in the account's extended public key.
create table deposit_addresses (
  family text not null check (family in ('evm', 'tron', 'bitcoin')),
  address_index integer not null,
  owner_id bigint not null,
  address text not null,
  created_at timestamptz not null default now(),
  primary key (family, address_index),
  unique (family, owner_id),
  unique (family, address)
);

-- The newest blocks of each network as they were read: the last one is where the follower goes on.
create table chain_blocks (
  network text not null,
  height bigint not null,
  hash text not null,
  parent_hash text not null,
  time_ms bigint not null,
  primary key (network, height)
);

-- Everything that came to an address of ours, once for ever.
create table chain_deposits (
  deposit_id bigint generated always as identity primary key,
  network text not null,
  txid text not null,
  output text not null,
  coin text not null,
  -- The treasury where it came to the hot wallet.
  owner_id bigint not null,
  address text not null,
  from_address text,
  chain_amount numeric(78) not null,
  -- In the ledger's units, and what is left over because the chain counts finer.
  units bigint not null,
  remainder numeric(78) not null,
  -- Where it stands on the main chain; null where it is in none of its blocks.
  height bigint,
  block_hash text,
  seen_at timestamptz not null default now(),
  -- What the ledger has: nothing, a pending hold (credited but frozen), the whole (available).
  ledger text not null default 'none' check (ledger in ('none', 'frozen', 'available')),
  -- Counts the times the ledger has taken it back because its block was replaced.
  attempt integer not null default 0,
  hold_id bigint,
  -- Smaller than the minimum, and enough together with others.
  counts_together boolean not null default false,
  credited_at timestamptz,
  credited_position bigint,
  available_at timestamptz,
  available_position bigint,
  -- Why it does not go on, where an operator has to look.
  stuck text,
  unique (network, txid, output)
);
create index chain_deposits_owner on chain_deposits (owner_id, deposit_id desc);
create index chain_deposits_open on chain_deposits (network, height) where ledger <> 'available';
create index chain_deposits_height on chain_deposits (network, height) where height is not null;

-- What needs an operator's eye; one row for each subject while it lasts.
create table custody_alarms (
  network text not null,
  kind text not null,
  subject text not null,
  detail text not null,
  since timestamptz not null default now(),
  ended_at timestamptz,
  primary key (network, kind, subject, since)
);
create unique index custody_alarms_open on custody_alarms (network, kind, subject) where ended_at is null;

-- Pages of the client hear that something of theirs has changed.
create function tell_chain_deposit() returns trigger language plpgsql as $$
begin
  perform pg_notify('client_money', new.owner_id || ' deposit ' || new.deposit_id);
  return new;
end $$;
create trigger chain_deposit_told after insert or update on chain_deposits for each row execute function tell_chain_deposit();
