-- The balance of a coin at each deposit address when its network was last queried; queried again after each movement.
create table address_holdings (
  network text not null,
  address_index integer not null,
  coin text not null,
  amount numeric(78) not null,
  asked_at timestamptz not null,
  primary key (network, address_index, coin)
);

-- The exchange's holdings of a coin on a network compared with the ledger, at each reconciliation. Amounts are whole
-- numbers of the coin's smallest unit on the network.
create table reconciliations (
  network text not null,
  coin text not null,
  at timestamptz not null,
  log_position bigint not null,
  height bigint not null,
  hot numeric(78) not null,
  at_addresses numeric(78) not null,
  -- The amounts owed on the network to clients and to the exchange itself.
  owed numeric(78) not null,
  -- Received but not credited: too few confirmations, below the minimum, or not listed.
  uncredited numeric(78) not null,
  -- Rounding differences from the ledger's coarser units, of deposits and of fees.
  rounding numeric(78) not null,
  -- Sent in a block but not booked yet, fees included.
  leaving numeric(78) not null,
  -- hot + at_addresses - (owed + uncredited + rounding - leaving)
  difference numeric(78) not null,
  primary key (network, coin, at)
);
