-- The ledger state of a withdrawal is read from the log, by the withdrawal's number: its hold, where it was created,
-- and whether it is still pending (money_records). The row contains the request and its progress. A refused or
-- cancelled withdrawal is over once its hold is no longer pending.
create or replace function void_approvals() returns trigger language plpgsql as $$
declare
  concerned bigint[];
begin
  with made_void as (
    update withdrawal_approvals given
    set void_reason = case when new.disabled_at is null and new.password is not null then 'role_lost' else 'access_ended' end
    from withdrawals
    where given.staff_id = new.id and given.void_reason is null and withdrawals.id = given.withdrawal_id
      and withdrawals.state not in ('completed', 'refused', 'cancelled')
    returning given.withdrawal_id)
  select array_agg(withdrawal_id) into concerned from made_void;
  update withdrawals set state = 'waiting_approval', state_at = greatest(state_at, now())
  where id = any(concerned) and state = 'approved' and lacks_approvals(withdrawals);
  perform pg_notify('withdrawals', owner || ' ' || id || ' ' || state),
    pg_notify('client_money', owner || ' withdrawal ' || id)
  from withdrawals where id = any(concerned);
  return new;
end $$;

drop view withdrawals_to_send;
alter table withdrawals drop column is_settled, drop column hold_id, drop column position;
create view withdrawals_to_send as
  select withdrawals.* from withdrawals
  where state = 'approved' and receiver is null and not is_stopped(withdrawals) and not lacks_approvals(withdrawals);

create index withdrawals_unfinished on withdrawals (state, id) where state not in ('draft', 'completed', 'refused', 'cancelled');
