-- The terms of limit conversions. Whether one is open, or how it ended, follows from its hold (money_records, purpose
-- 'convert') and from converts: a row without a hold was never accepted, and is removed after an hour.
create table limit_convert (
  record bigint generated always as identity primary key,
  owner bigint not null,
  from_asset integer not null,
  to_asset integer not null,
  units bigint not null,
  min_units bigint not null,
  created_ms bigint not null,
  expires_ms bigint not null,
  -- A repeated call finds the first call's row.
  idempotency_key text,
  unique (owner, idempotency_key)
);
create index limit_convert_of_owner on limit_convert (owner, record desc);
