-- The origin of the request that an email is about; null if there was none.
alter table kept_letters add column request jsonb;
