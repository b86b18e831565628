-- A dispute that the payer has won: its amount went back.
alter table payment_concerns add column is_lost boolean not null default false;
update payment_concerns set is_lost = true where kind = 'disputed' and detail like '%RESOLVED_BUYER_FAVOUR%';
create index payment_concerns_returned on payment_concerns (purchase_id) where kind in ('refunded', 'reversed') or is_lost;

-- USDT of purchases whose money went back at the provider, taken back from the client by two operators. A row is its own job:
-- approved -> chosen (how much is decided, and the ledger is asked for it) -> taken; nothing where there was none to take.
-- The ledger's side is money_records of purpose 'purchase_reversal' under the purchase's number.
create table purchase_take_backs (
  take_back_id bigint generated always as identity primary key,
  purchase_id bigint not null references purchases,
  approval_id bigint not null unique references approval (id),
  -- Why the money went back, as the client reads it.
  cause text not null check (cause in ('refunded', 'reversed', 'dispute_lost')),
  state text not null default 'approved' check (state in ('approved', 'chosen', 'taken', 'nothing')),
  -- Of USDT; decided before the ledger is asked, so that a repeated command is the same.
  units bigint check (units > 0),
  -- The ledger entry.
  position bigint,
  ended_ms bigint,
  check ((units is not null) = (state in ('chosen', 'taken')) and (position is not null) = (state = 'taken'))
);
create unique index purchase_take_backs_under_way on purchase_take_backs (purchase_id) where state in ('approved', 'chosen');
create index purchase_take_backs_of on purchase_take_backs (purchase_id, take_back_id);
