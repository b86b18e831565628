-- The part of a payment's network fee that the ledger has booked.
alter table outgoing_payments add column fee_booked boolean not null default false;
create index outgoing_payments_fees on outgoing_payments (network) where ended_at is not null and not fee_booked;

-- Sweeps of deposit addresses to the hot wallet, per coin; each step is a payment. The next step is created once the
-- previous one has ended; when none is left, the sweep is done.
create table sweeps (
  sweep_id bigint generated always as identity primary key,
  network text not null,
  address_index integer not null,
  coin text not null,
  step integer not null default 0,
  payment_id text not null default '',
  begun_at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index sweeps_open on sweeps (network, address_index, coin) where ended_at is null;
create index sweeps_address on sweeps (network, address_index, coin, begun_at desc);
