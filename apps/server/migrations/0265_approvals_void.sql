-- An approval of a withdrawal is valid as long as its author may approve. If their access ends or they lose the role,
-- their approvals of unfinished withdrawals become permanently void, because someone who regains access need not be the
-- person who approved.
alter table withdrawal_approvals
  -- Null while the approval is valid.
  add column void_reason text check (void_reason in ('access_ended', 'role_lost')),
  drop constraint withdrawal_approvals_pkey;
create unique index withdrawal_approvals_once on withdrawal_approvals (withdrawal_id, staff_id) where void_reason is null;
create index withdrawal_approvals_of on withdrawal_approvals (withdrawal_id, at);
create index withdrawal_approvals_by on withdrawal_approvals (staff_id) where void_reason is null;

-- The roles that may call the approval of withdrawals.
create function may_approve_withdrawals(member staff_member) returns boolean language sql immutable as $$
  select member.disabled_at is null and member.password is not null
    and member.roles && array['treasury', 'compliance', 'administrator']
$$;

create function lacks_approvals(withdrawal withdrawals) returns boolean language sql stable as $$
  select withdrawal.approvals_needed > (select count(*) from withdrawal_approvals given
    where given.withdrawal_id = withdrawal.id and given.void_reason is null)
$$;

-- Approvals are locked before they are counted or voided, so that of two concurrent operations the second waits for the
-- first.
create function void_approvals() returns trigger language plpgsql as $$
declare
  concerned bigint[];
begin
  with made_void as (
    update withdrawal_approvals given
    set void_reason = case when new.disabled_at is null and new.password is not null then 'role_lost' else 'access_ended' end
    from withdrawals
    where given.staff_id = new.id and given.void_reason is null and withdrawals.id = given.withdrawal_id
      and not withdrawals.is_settled
    returning given.withdrawal_id)
  select array_agg(withdrawal_id) into concerned from made_void;
  update withdrawals set state = 'waiting_approval', state_at = greatest(state_at, now())
  where id = any(concerned) and state = 'approved' and lacks_approvals(withdrawals);
  perform pg_notify('withdrawals', owner || ' ' || id || ' ' || state),
    pg_notify('client_money', owner || ' withdrawal ' || id)
  from withdrawals where id = any(concerned);
  return new;
end $$;
create trigger staff_may_no_longer_approve after update on staff_member
  for each row when (not may_approve_withdrawals(new)) execute function void_approvals();

-- Voids approvals by staff who lost their access before this rule existed.
update staff_member set roles = roles where not may_approve_withdrawals(staff_member);

create or replace view withdrawals_to_send as
  select withdrawals.* from withdrawals
  where state = 'approved' and receiver is null and not is_stopped(withdrawals) and not lacks_approvals(withdrawals);
