-- Transactions in blocks that were signed with the key of one of our addresses but not created by the exchange: one row
-- for each nonce or output that they used up, named as in claims. The row is deleted with its block.
create table key_uses (
  network text not null,
  claim text not null,
  txid text not null,
  -- The payments stated in its bytes: [{coin, to, amount}], amounts as decimal strings.
  pays jsonb not null,
  height bigint not null,
  block_hash text not null,
  primary key (network, claim)
);
create index key_uses_height on key_uses (network, height);

-- The transaction that used up the claims of this payment's own transactions, none of which can be included anymore.
-- Empty if there is none.
alter table outgoing_payments add column displaced_by text not null default ''
  check (displaced_by = '' or state = 'failed');
alter table failed_payment_decisions add column displaced_by text not null default '';
