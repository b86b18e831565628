-- Recovery codes are stored as salted, slow hashes, found by a part of the code that is not secret. Codes issued before
-- this migration keep their keyed hash until they are used or renewed, because the code itself, which a slow hash
-- needs, was never stored.
alter table recovery_code
  drop constraint recovery_code_pkey,
  add column id bigint generated always as identity primary key,
  add column name text,
  add column slow_hash text,
  alter column code_hash drop not null,
  add check ((code_hash is null) = (name is not null and slow_hash is not null)),
  add unique (person_id, name),
  add unique (person_id, code_hash);

alter table staff_recovery_code
  drop constraint staff_recovery_code_pkey,
  add column id bigint generated always as identity primary key,
  add column name text,
  add column slow_hash text,
  alter column code_hash drop not null,
  add check ((code_hash is null) = (name is not null and slow_hash is not null)),
  add unique (staff_id, name),
  add unique (staff_id, code_hash);
