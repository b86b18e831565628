-- Pages of the client hear that a withdrawal has moved on, as they hear of deposits.
create or replace function announce_withdrawal() returns trigger language plpgsql as $$
begin
  perform pg_notify('withdrawals', new.owner || ' ' || new.id || ' ' || new.state);
  perform pg_notify('client_money', new.owner || ' withdrawal ' || new.id);
  return new;
end $$;
