-- Files that have arrived and that a form is to name. Their bytes are outside the database, sealed, under the file's id;
-- one that no form names is erased after an hour.
create table upload (
  id uuid primary key,
  -- Who sent it, such as 'client 1004': nobody else's form can name it.
  sender text not null,
  purpose text not null check (purpose in ('kyc_photo', 'attachment')),
  type text not null,
  -- Pixels; of a picture.
  width integer,
  height integer,
  key_id text not null,
  added_at timestamptz not null default now()
);
create index upload_added on upload (added_at);
