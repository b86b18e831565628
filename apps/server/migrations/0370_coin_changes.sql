-- Notifies every server of a changed description; each caches the descriptions in memory.
create function notify_coin() returns trigger language plpgsql as $$
begin
  perform pg_notify('coins', new.code);
  return null;
end $$;

create trigger notify_coin after insert or update on coins for each row execute function notify_coin();
