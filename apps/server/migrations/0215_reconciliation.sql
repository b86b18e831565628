-- What each deposit address held of a coin when its network was last asked: asked again once something has come or gone.
create table address_holdings (
  network text not null,
  address_index integer not null,
  coin text not null,
  amount numeric(78) not null,
  asked_at timestamptz not null,
  primary key (network, address_index, coin)
);

-- What the exchange holds of a coin on a network against what the ledger says, each time it was compared. Amounts are whole
-- numbers of the coin's smallest unit on the network.
create table reconciliations (
  network text not null,
  coin text not null,
  at timestamptz not null,
  log_position bigint not null,
  height bigint not null,
  hot numeric(78) not null,
  at_addresses numeric(78) not null,
  -- What clients and the exchange itself are owed there.
  owed numeric(78) not null,
  -- Came and is not credited: too few confirmations, below the minimum, not listed.
  uncredited numeric(78) not null,
  -- Lost to the ledger's coarser units: of deposits and of fees.
  rounding numeric(78) not null,
  -- Left in a block and not booked yet, fees included.
  leaving numeric(78) not null,
  -- hot + at_addresses - (owed + uncredited + rounding - leaving)
  difference numeric(78) not null,
  primary key (network, coin, at)
);
