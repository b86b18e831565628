-- A withdrawal whose payment was included but moved nothing may be paid again, by another payment with its own id.
alter table withdrawals add column payment_attempt integer not null default 1;
-- The payment that it is currently waiting for.
alter table withdrawals add column payment_id text not null generated always as
  ('withdrawal:' || id::text || case when payment_attempt = 1 then '' else ':' || payment_attempt::text end) stored;
create unique index withdrawals_payment on withdrawals (payment_id);

-- When a failed payment was given up: from then on it is never followed again.
alter table outgoing_payments add column given_up_at timestamptz check (given_up_at is null or state = 'failed');

-- Operators' decisions about failed payments, one per payment.
create table failed_payment_decisions (
  withdrawal_id bigint not null references withdrawals (id),
  attempt integer not null,
  decision text not null check (decision in ('pay_again', 'give_back')),
  txid text not null,
  staff_id text not null references staff_member (id),
  email text not null,
  reason text not null,
  at timestamptz not null,
  primary key (withdrawal_id, attempt)
);
