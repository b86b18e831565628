-- Guess: whether a coin's index will be higher or lower at the end of a UTC hour than at its start. A guess can be
-- changed until the hour begins. Its result is computed from index_prices.
create table game_guesses (
  owner bigint not null references client (owner),
  -- When the hour begins.
  round_ms bigint not null check (round_ms % 3600000 = 0),
  market_id integer not null,
  direction text not null check (direction in ('up', 'down')),
  made_ms bigint not null,
  primary key (owner, round_ms),
  check (made_ms < round_ms)
);

-- Mining: shifts that a client has started. A client's shifts never overlap.
create table mining_shifts (
  owner bigint not null references client (owner),
  started_ms bigint not null,
  ends_ms bigint not null check (ends_ms > started_ms),
  primary key (owner, started_ms)
);
