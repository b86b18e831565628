-- Problems with payments, found in the provider's signed messages and its orders, or by the exchange itself. Open until
-- an operator resolves them. A repeated message finds its row.
create table payment_concerns (
  concern_id bigint generated always as identity primary key,
  purchase_id bigint not null references purchases,
  kind text not null check (kind in ('refunded', 'reversed', 'disputed', 'differs', 'uncredited')),
  -- The provider's id of the refund, the dispute or the payment.
  outside_id text not null,
  -- In hundredths of the currency charged; null if the provider does not report it.
  amount bigint,
  detail text not null,
  -- The time of this state according to the provider: older states change nothing.
  told_ms bigint not null,
  raised_ms bigint not null,
  settled_ms bigint,
  settled_by text not null default '',
  note text not null default '',
  unique (purchase_id, kind, outside_id)
);
create index payment_concerns_open on payment_concerns (purchase_id) where settled_ms is null;
-- Index for the operators' list of all purchases.
create index purchases_state on purchases (state, purchase_id desc);
