-- Every server caches which clients are verified.
create function announce_client_verified() returns trigger language plpgsql as $$
begin
  perform pg_notify('client_verified', new.owner::text);
  return new;
end $$;
create trigger client_verified_changed after update of verified_at on client
  for each row when (old.verified_at is distinct from new.verified_at) execute function announce_client_verified();
