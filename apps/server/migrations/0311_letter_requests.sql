-- Where the request came from that a letter is about; null where nobody asked for it.
alter table kept_letters add column request jsonb;
