-- All payments of the exchange on chains: withdrawals, sweeps of deposit addresses, gas for sweeps. A payment is made
-- at most once, even if a process is killed at any moment. Amounts are whole numbers of the coin's smallest unit there.
create table outgoing_payments (
  -- Its permanent id, such as 'withdrawal:12'.
  id text primary key,
  network text not null,
  purpose text not null check (purpose in ('withdrawal', 'sweep', 'gas')),
  -- 'hot', or the index of the deposit address that it spends from.
  source text not null,
  coin text not null,
  to_address text not null,
  -- The index of the deposit address that receives it, if any.
  to_index integer,
  amount numeric(78) not null check (amount > 0),
  -- wanted -> signed -> broadcast -> included -> confirmed, or failed: included without moving anything. A payment
  -- whose block was replaced is broadcast again.
  state text not null default 'wanted' check (state in
    ('wanted', 'signed', 'broadcast', 'included', 'confirmed', 'failed')),
  -- The reason for its current delay, the time of the next attempt, and the number of failed attempts.
  problem text not null default '',
  attempts integer not null default 0,
  next_at timestamptz not null default '-infinity',
  wanted_at timestamptz not null default now(),
  -- Its inclusion: the included transaction, the network fee, and its confirmations.
  txid text not null default '',
  fee numeric(78),
  succeeded boolean,
  height bigint,
  block_hash text,
  confirmations integer not null default 0,
  ended_at timestamptz
);
create index outgoing_payments_open on outgoing_payments (network, wanted_at) where ended_at is null;

-- The transactions of a payment, of which at most one can ever be included. A transaction without signed bytes has been
-- built, and its claims are taken; the signer may already have signed it.
create table outgoing_transactions (
  payment_id text not null references outgoing_payments (id),
  version integer not null,
  network text not null,
  unsigned text not null,
  claims text[] not null,
  max_fee numeric(78) not null,
  -- By the network's clock: the transaction can never be included after this time.
  expires_at_ms bigint,
  txid text,
  signed text,
  built_at timestamptz not null,
  -- When a node of the network first accepted it.
  broadcast_at timestamptz,
  primary key (payment_id, version),
  unique (network, txid)
);

-- The claims of payments in flight; each claim is held by one payment.
create table outgoing_claims (
  network text not null,
  claim text not null,
  payment_id text not null references outgoing_payments (id),
  primary key (network, claim)
);
create index outgoing_claims_payment on outgoing_claims (payment_id);

-- Notifies processes that wait for a payment.
create function announce_outgoing() returns trigger language plpgsql as $$
begin
  perform pg_notify('outgoing_payments', new.id || ' ' || new.state);
  return new;
end $$;
create trigger outgoing_payment_moved after update of state, txid, confirmations on outgoing_payments
  for each row when (old.state <> new.state or old.txid <> new.txid or old.confirmations <> new.confirmations)
  execute function announce_outgoing();
