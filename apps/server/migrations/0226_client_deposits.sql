-- All deposits of clients share one numbering, whether from a network or from another client.
alter table internal_transfers add column deposit_id bigint not null default nextval('chain_deposits_deposit_id_seq');
drop index internal_transfers_receiver;
create unique index internal_transfers_receiver on internal_transfers (receiver, deposit_id desc);

-- A deposit as shown to its receiver. It reveals nothing about a client who sent it except that there is one.
create view client_deposits as
  select deposit_id, owner_id, network, coin, units, address, txid, output, ledger, counts_together, stuck, height, seen_at,
    available_at, available_position, false as is_internal
  from chain_deposits
  union all
  select deposit_id, receiver, network, coin, units, address, '', '', 'available', false, null, null, at, at, position, true
  from internal_transfers;

-- Notifies the receiver's pages.
create function tell_internal_transfer() returns trigger language plpgsql as $$
begin
  perform pg_notify('client_money', new.receiver || ' deposit ' || new.deposit_id);
  return new;
end $$;
create trigger internal_transfer_told after insert on internal_transfers
  for each row execute function tell_internal_transfer();
