-- The sandbox's simulated networks, stored so that a restart continues where they stopped. Empty in production.

create table sandbox_seed (
  only_row boolean primary key default true check (only_row),
  -- Every key of the simulated networks is derived from it: play money.
  seed text not null
);

create table sandbox_chains (
  network text primary key,
  -- The state before the oldest stored block, and the pending transactions.
  base jsonb not null,
  pool jsonb not null
);

create table sandbox_chain_blocks (
  network text not null,
  height bigint not null,
  hash text not null,
  block jsonb not null,
  primary key (network, height)
);
