-- The ledger side of every business record (deposit, withdrawal, convert, purchase), worked out from the log: what moved
-- money, or holds it, under the record's number.
create table money_records (
  purpose text not null,
  record bigint not null,
  position bigint not null,
  -- Of the legs of one transfer; 0 for a hold.
  line integer not null,
  -- 0: not a hold, so posted at once.
  hold_id bigint not null,
  -- Of a hold the client it concerns: whose units it holds, or who is to get them from the exchange.
  owner_id bigint not null,
  wallet text not null,
  asset_id integer not null,
  -- What this account gains by it; below zero where it pays. A voided hold keeps what it would have moved.
  units bigint not null,
  -- What a hold held beyond the part that was posted.
  returned_units bigint not null default 0,
  state text not null check (state in ('pending', 'posted', 'voided')),
  time_ms bigint not null,
  -- When a hold was posted or voided; a transfer's are its own.
  ended_position bigint,
  ended_ms bigint,
  primary key (purpose, record, position, line),
  check ((state = 'pending') = (ended_position is null) and (state = 'pending') = (ended_ms is null))
);
create unique index money_records_hold_id on money_records (hold_id) where hold_id <> 0;
create index money_records_pending on money_records (purpose, record) where state = 'pending';
