-- What clients' profit and loss is worked out from: followed from the ledger's lines by a job, never written by anything
-- else, and made anew from them when the histories are. Values are units of USDT.

-- Up to which log position every client's book has been kept.
create table book_position (
  only_row boolean primary key default true check (only_row),
  position bigint not null
);
insert into book_position (position) values (0);

-- The last ledger line that is in a client's book: one book may be ahead of the others.
create table books (
  owner_id bigint primary key,
  position bigint not null,
  line integer not null
);

-- Each coin over all wallets of a client, by average cost.
create table book_coins (
  owner_id bigint not null,
  asset_id integer not null,
  units bigint not null,
  cost_units numeric not null,
  realised_units numeric not null,
  -- False once a part of it has come at a time without a price.
  cost_known boolean not null,
  primary key (owner_id, asset_id)
);

-- One row for each day (UTC, counted from 1970) on which an account changed.
create table book_days (
  owner_id bigint not null,
  wallet text not null,
  asset_id integer not null,
  day integer not null,
  -- What it held after the day's last change.
  units bigint not null,
  -- What came from and went to outside, to the client's other wallets (signed), and into it by trades (signed).
  in_units numeric not null,
  out_units numeric not null,
  moved_units numeric not null,
  traded_units numeric not null,
  -- False where a part of that had no price.
  priced boolean not null,
  primary key (owner_id, wallet, asset_id, day)
);

-- Lines arrive in the order of their positions, so that a small index finds the newest (as fills have one).
create index transfer_lines_position on transfer_lines using brin (position);
