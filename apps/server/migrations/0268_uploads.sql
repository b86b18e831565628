-- Uploaded files that a form has yet to reference. Their bytes are encrypted and stored outside the database under the
-- file's id; a file that no form references is erased after an hour.
create table upload (
  id uuid primary key,
  -- Who sent it, such as 'client 1004': no one else's form can reference it.
  sender text not null,
  purpose text not null check (purpose in ('kyc_photo', 'attachment')),
  type text not null,
  -- In pixels; for an image.
  width integer,
  height integer,
  key_id text not null,
  added_at timestamptz not null default now()
);
create index upload_added on upload (added_at);
