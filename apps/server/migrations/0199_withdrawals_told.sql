-- Notifies the client's pages of changes to a withdrawal, as for deposits.
create or replace function announce_withdrawal() returns trigger language plpgsql as $$
begin
  perform pg_notify('withdrawals', new.owner || ' ' || new.id || ' ' || new.state);
  perform pg_notify('client_money', new.owner || ' withdrawal ' || new.id);
  return new;
end $$;
