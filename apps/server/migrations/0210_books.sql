-- The basis of clients' profit and loss: derived from the ledger's lines by a job, never written by anything else, and
-- recomputed when the histories are rebuilt. Values are units of USDT.

-- The log position up to which every client's book is complete.
create table book_position (
  only_row boolean primary key default true check (only_row),
  position bigint not null
);
insert into book_position (position) values (0);

-- The last ledger line included in a client's book: one book may be ahead of the others.
create table books (
  owner_id bigint primary key,
  position bigint not null,
  line integer not null
);

-- Each coin across all wallets of a client, by average cost.
create table book_coins (
  owner_id bigint not null,
  asset_id integer not null,
  units bigint not null,
  cost_units numeric not null,
  realised_units numeric not null,
  -- False if any of the coin was received while no price was available.
  cost_known boolean not null,
  primary key (owner_id, asset_id)
);

-- One row for each day on which an account changed. Days are UTC days, counted from 1 January 1970.
create table book_days (
  owner_id bigint not null,
  wallet text not null,
  asset_id integer not null,
  day integer not null,
  -- The balance after the day's last change.
  units bigint not null,
  -- Amounts received from and sent outside, moved between the client's own wallets (signed), and gained by trades
  -- (signed).
  in_units numeric not null,
  out_units numeric not null,
  moved_units numeric not null,
  traded_units numeric not null,
  -- False if part of these amounts had no price.
  priced boolean not null,
  primary key (owner_id, wallet, asset_id, day)
);

-- Lines arrive in the order of their positions, so a small index finds the newest (as for fills).
create index transfer_lines_position on transfer_lines using brin (position);
