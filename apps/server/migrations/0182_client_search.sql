-- Finds clients by part of a name, email or number, with what every PostgreSQL 16 offers: an index over all sequences
-- of three letters. (pg_trgm would also work, but only where its files are installed and the user may create
-- extensions.)

-- Lower case for every script, whatever the database's own locale.
create function folded(words text) returns text language sql immutable strict parallel safe
return lower(words collate "und-x-icu");

create function trigrams(words text) returns text[] language sql immutable strict parallel safe
return (
  select coalesce(array_agg(distinct substr(folded(words), at, 3)), '{}')
  from generate_series(1, length(folded(words)) - 2) as at
);

create index person_email_trigrams on person using gin (trigrams(email));
create index profile_name_trigrams on profile using gin (trigrams(name));
create index client_mobile_trigrams on client using gin (trigrams(mobile_number));
create index client_unique_id_prefix on client (unique_id text_pattern_ops);
