-- Transactions in blocks that the key of an address of ours has signed, and that the exchange did not make: one row for each
-- nonce or output that they have used up, as claims name it. The row goes with its block.
create table key_uses (
  network text not null,
  claim text not null,
  txid text not null,
  -- Whom it pays what, as far as its bytes say: [{coin, to, amount}], amounts as decimal text.
  pays jsonb not null,
  height bigint not null,
  block_hash text not null,
  primary key (network, claim)
);
create index key_uses_height on key_uses (network, height);

-- The transaction that has used up what a payment's own ones claim: none of them can be included any more. Empty: none has.
alter table outgoing_payments add column displaced_by text not null default ''
  check (displaced_by = '' or state = 'failed');
alter table failed_payment_decisions add column displaced_by text not null default '';
