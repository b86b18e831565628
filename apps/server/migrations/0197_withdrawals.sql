-- Clients' withdrawals. Each row is also a job, which advances only by updates that check its current state. draft ->
-- requested (the client has confirmed) -> checking (the money is on hold) -> waiting_approval -> approved -> sending ->
-- completed. It can be refused or cancelled until it is sent. Times are of the exchange's clock.
create table withdrawals (
  id bigint generated always as identity primary key,
  owner bigint not null references client (owner),
  state text not null default 'draft' check (state in
    ('draft', 'requested', 'checking', 'waiting_approval', 'approved', 'sending', 'completed', 'refused', 'cancelled')),
  -- Whether the ledger matches the state: for one that has ended, whether its hold is posted or voided.
  is_settled boolean not null default false,
  asset_id integer not null,
  coin text not null,
  network text not null,
  -- In the network's canonical form.
  address text not null,
  -- The full amount that leaves the account, including the fee.
  units bigint not null check (units > fee_units),
  fee_units bigint not null check (fee_units >= 0),
  -- Its value when it was drafted, and the limit in effect then, in units of USDT.
  value_units bigint not null check (value_units >= 0),
  limit_units bigint not null,
  -- The client whose deposit address it goes to, if it is one of ours; then nothing is sent.
  receiver bigint references client (owner),
  -- Confirmed without an emailed code, to an entry of the address book.
  is_one_step boolean not null,
  drafted_at timestamptz not null,
  expires_at timestamptz not null,
  -- The Idempotency-Key of the request that confirmed it.
  request_key text,
  requested_at timestamptz,
  -- From the core: the hold, and the log position at which it was created.
  hold_id bigint,
  position bigint,
  -- Warning signs for operators, and the number of approvals needed.
  hints jsonb not null default '[]',
  approvals_needed smallint not null default 0,
  -- Why it was refused: a reason from the list, and the note to the client.
  refusal_reason text not null default '',
  refusal_note text not null default '',
  refused_by text not null default '',
  txid text not null default '',
  -- Its transaction's number of confirmations.
  confirmations integer not null default 0,
  state_at timestamptz not null
);
-- One live draft per client: a new one replaces it.
create unique index withdrawals_draft on withdrawals (owner) where state = 'draft';
create unique index withdrawals_request_key on withdrawals (owner, request_key) where request_key is not null;
create index withdrawals_owner on withdrawals (owner, id desc);
create index withdrawals_unfinished on withdrawals (state, id) where not is_settled;
create index withdrawals_address on withdrawals (network, address);

-- Approvals of withdrawals: one row per person, with the time.
create table withdrawal_approvals (
  withdrawal_id bigint not null references withdrawals (id),
  staff_id text not null references staff_member (id),
  email text not null,
  reason text not null,
  at timestamptz not null,
  primary key (withdrawal_id, staff_id)
);

-- Transfers between clients inside the exchange: the receiver's side of such a withdrawal.
create table internal_transfers (
  withdrawal_id bigint primary key references withdrawals (id),
  receiver bigint not null references client (owner),
  asset_id integer not null,
  coin text not null,
  network text not null,
  address text not null,
  units bigint not null,
  -- The log position at which it arrived.
  position bigint not null,
  at timestamptz not null
);
create index internal_transfers_receiver on internal_transfers (receiver, withdrawal_id desc);

-- Withdrawals that may be sent now: approved, to an external address, and not restricted since.
create view withdrawals_to_send as
  select withdrawals.* from withdrawals
  where state = 'approved' and receiver is null
    and not exists (select from restriction where restriction.owner = withdrawals.owner
      and restriction.kind in ('withdraw', 'freeze') and restriction.ended_at is null);

-- Notifies the process that advances withdrawals.
create function announce_withdrawal() returns trigger language plpgsql as $$
begin
  perform pg_notify('withdrawals', new.owner || ' ' || new.id || ' ' || new.state);
  return new;
end $$;
create trigger withdrawal_state after update of state, txid, confirmations on withdrawals
  for each row execute function announce_withdrawal();
