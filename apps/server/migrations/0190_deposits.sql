-- Custody's view of the networks. Facts about a chain are written by its follower as it reads blocks; their effect on
-- the ledger is in the log. On-chain amounts are whole numbers of the coin's smallest unit there.

-- One address per client and network family. The index is that of the key below the account's extended public key.
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

-- The newest blocks read of each network; the follower continues after the last one.
create table chain_blocks (
  network text not null,
  height bigint not null,
  hash text not null,
  parent_hash text not null,
  time_ms bigint not null,
  primary key (network, height)
);

-- Every transfer to one of our addresses, once.
create table chain_deposits (
  deposit_id bigint generated always as identity primary key,
  network text not null,
  txid text not null,
  output text not null,
  coin text not null,
  -- The treasury, if the transfer went to the hot wallet.
  owner_id bigint not null,
  address text not null,
  from_address text,
  chain_amount numeric(78) not null,
  -- The amount in the ledger's units, and the remainder if the chain has more decimals.
  units bigint not null,
  remainder numeric(78) not null,
  -- Its block on the main chain; null if no block contains it.
  height bigint,
  block_hash text,
  seen_at timestamptz not null default now(),
  -- The ledger's state: nothing, a pending hold (credited but frozen), or posted (available).
  ledger text not null default 'none' check (ledger in ('none', 'frozen', 'available')),
  -- How often the ledger reversed it because its block was replaced.
  attempt integer not null default 0,
  hold_id bigint,
  -- Below the minimum, but sufficient together with others.
  counts_together boolean not null default false,
  credited_at timestamptz,
  credited_position bigint,
  available_at timestamptz,
  available_position bigint,
  -- Why it is stuck, if an operator has to act.
  stuck text,
  unique (network, txid, output)
);
create index chain_deposits_owner on chain_deposits (owner_id, deposit_id desc);
create index chain_deposits_open on chain_deposits (network, height) where ledger <> 'available';
create index chain_deposits_height on chain_deposits (network, height) where height is not null;

-- Conditions that need an operator's attention; one row per subject while the condition lasts.
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

-- Notifies the client's pages that one of the client's records has changed.
create function tell_chain_deposit() returns trigger language plpgsql as $$
begin
  perform pg_notify('client_money', new.owner_id || ' deposit ' || new.deposit_id);
  return new;
end $$;
create trigger chain_deposit_told after insert or update on chain_deposits for each row execute function tell_chain_deposit();
