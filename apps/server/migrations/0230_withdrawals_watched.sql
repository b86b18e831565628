-- Notifies the client's pages of each approval, not only of the last one.
create function announce_withdrawal_approval() returns trigger language plpgsql as $$
begin
  perform pg_notify('client_money', owner || ' withdrawal ' || id) from withdrawals where id = new.withdrawal_id;
  return new;
end $$;
create trigger withdrawal_approval_given after insert on withdrawal_approvals
  for each row execute function announce_withdrawal_approval();

-- A restriction stops withdrawals in progress, and its end lets them continue: the pages and the process that advances
-- withdrawals are notified of both.
create function announce_restricted_withdrawals() returns trigger language plpgsql as $$
begin
  perform pg_notify('withdrawals', owner || ' ' || id || ' ' || state),
    pg_notify('client_money', owner || ' withdrawal ' || id)
  from withdrawals
  where owner = new.owner and state in ('requested', 'checking', 'waiting_approval', 'approved');
  return new;
end $$;
create trigger restriction_set after insert on restriction
  for each row execute function announce_restricted_withdrawals();
create trigger restriction_ended after update of ended_at on restriction
  for each row execute function announce_restricted_withdrawals();
