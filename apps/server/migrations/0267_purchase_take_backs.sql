-- A dispute that the payer has won: the amount was returned.
alter table payment_concerns add column is_lost boolean not null default false;
update payment_concerns set is_lost = true where kind = 'disputed' and detail like '%RESOLVED_BUYER_FAVOUR%';
create index payment_concerns_returned on payment_concerns (purchase_id) where kind in ('refunded', 'reversed') or is_lost;

-- USDT of refunded or reversed purchases, taken back from the client by two operators. Each row is also a job: approved
-- -> chosen (the amount is decided, and the ledger is called) -> taken; or nothing, if nothing could be taken. The
-- ledger's side is in money_records, with purpose 'purchase_reversal' and the purchase's number.
create table purchase_take_backs (
  take_back_id bigint generated always as identity primary key,
  purchase_id bigint not null references purchases,
  approval_id bigint not null unique references approval (id),
  -- Why the money was returned, as shown to the client.
  cause text not null check (cause in ('refunded', 'reversed', 'dispute_lost')),
  state text not null default 'approved' check (state in ('approved', 'chosen', 'taken', 'nothing')),
  -- In USDT; decided before the ledger is called, so that a retry sends the same command.
  units bigint check (units > 0),
  -- The ledger entry.
  position bigint,
  ended_ms bigint,
  check ((units is not null) = (state in ('chosen', 'taken')) and (position is not null) = (state = 'taken'))
);
create unique index purchase_take_backs_under_way on purchase_take_backs (purchase_id) where state in ('approved', 'chosen');
create index purchase_take_backs_of on purchase_take_backs (purchase_id, take_back_id);
