-- The ledger state of a deposit is read from the log, by its content and number. The row records what arrived, and when
-- its client was notified that it is available.
do $$ begin
  -- Before migration 229, credits had a different reference in the log. Credits under the old reference that are still
  -- frozen would not be found, nor would those that were reversed under it and credited again.
  if exists (select from chain_deposits join schema_version on version = 229
      where ledger = 'frozen' and (credited_at < applied_at or attempt > 0 and seen_at < applied_at)) then
    raise exception 'deposits that an older release has credited are frozen still: start the release before this one, and this one once they are available';
  end if;
end $$;

drop view client_deposits;
alter table chain_deposits drop column ledger, drop column hold_id, drop column attempt, drop column credited_at,
  drop column credited_position;
create view client_deposits as
  select deposit_id, owner_id, network, coin, chain_amount, units, address, txid, output, counts_together, stuck, height,
    seen_at, available_at, available_position, false as is_internal
  from chain_deposits
  union all
  select deposit_id, receiver, network, coin, null, units, address, '', '', false, null, null, at, at, position, true
  from internal_transfers;

create index chain_deposits_open on chain_deposits (network, height) where available_at is null;
