-- The ledger side of every business record (deposit, withdrawal, conversion, purchase), derived from the log: what
-- moved or holds money under the record's number.
create table money_records (
  purpose text not null,
  record bigint not null,
  position bigint not null,
  -- Numbers the legs of one transfer; 0 for a hold.
  line integer not null,
  -- 0: not a hold, so posted immediately.
  hold_id bigint not null,
  -- For a hold, the client it concerns: whose units it holds, or who will receive them from the exchange.
  owner_id bigint not null,
  wallet text not null,
  asset_id integer not null,
  -- The account's gain; negative if it pays. A voided hold keeps the amount that it would have moved.
  units bigint not null,
  -- The part of a hold that was not posted.
  returned_units bigint not null default 0,
  state text not null check (state in ('pending', 'posted', 'voided')),
  time_ms bigint not null,
  -- When a hold was posted or voided; for a transfer, its own position and time.
  ended_position bigint,
  ended_ms bigint,
  primary key (purpose, record, position, line),
  check ((state = 'pending') = (ended_position is null) and (state = 'pending') = (ended_ms is null))
);
create unique index money_records_hold_id on money_records (hold_id) where hold_id <> 0;
create index money_records_pending on money_records (purpose, record) where state = 'pending';
