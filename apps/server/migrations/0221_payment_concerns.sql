-- What is wrong with a payment, as the provider's signed messages and its own orders say, or as was found here. Open until an
-- operator has dealt with it. A repeated message finds its row.
create table payment_concerns (
  concern_id bigint generated always as identity primary key,
  purchase_id bigint not null references purchases,
  kind text not null check (kind in ('refunded', 'reversed', 'disputed', 'differs', 'uncredited')),
  -- The provider's number of the refund, the dispute or the payment.
  outside_id text not null,
  -- In hundredths of the currency charged; null where the provider does not say.
  amount bigint,
  detail text not null,
  -- When it was so, as the provider says: what is older changes nothing.
  told_ms bigint not null,
  raised_ms bigint not null,
  settled_ms bigint,
  settled_by text not null default '',
  note text not null default '',
  unique (purchase_id, kind, outside_id)
);
create index payment_concerns_open on payment_concerns (purchase_id) where settled_ms is null;
-- Operators look through all of them.
create index purchases_state on purchases (state, purchase_id desc);
