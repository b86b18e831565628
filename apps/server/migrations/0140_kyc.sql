-- When the client's identity was verified; null until then.
alter table client add column verified_at timestamptz;

-- A client's proof of identity: the submitted document and its status.
create table kyc_case (
  owner bigint primary key references client (owner),
  -- Increases with every photo and every decision.
  revision integer not null default 0,
  id_type text not null,
  -- Encrypted (files/key-ring.ts), so that reading the table reveals nothing. Null once the retention rule has erased
  -- it.
  id_number bytea,
  -- Keyed hash of type and number, which identifies the same document submitted by another client.
  id_mark bytea not null,
  -- The key used for both id_number and id_mark.
  key_id text not null,
  opened_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create index kyc_case_mark on kyc_case (id_mark);

-- Every photo ever sent. The images are encrypted and stored outside the database under the photo's id.
create table kyc_photo (
  id uuid primary key,
  owner bigint not null references kyc_case (owner),
  kind text not null check (kind in ('selfie', 'front', 'back')),
  -- 'storing' while the image is being stored: a row left behind in this state is removed together with its image.
  status text not null check (status in ('storing', 'pending', 'approved', 'refused')),
  -- Replaced by a later photo of its kind.
  is_replaced boolean not null default false,
  submitted_at timestamptz not null default now(),
  width integer not null,
  height integer not null,
  -- Keyed hash of the image, which identifies the same image sent again.
  picture_mark bytea not null,
  key_id text not null,
  reviewed_at timestamptz,
  reviewed_by text not null default '',
  reason text not null default '',
  note text not null default '',
  -- The image was erased by the retention rule.
  erased_at timestamptz
);
-- Only one photo of each kind is current.
create unique index kyc_photo_counting on kyc_photo (owner, kind) where not is_replaced and status <> 'storing';
create index kyc_photo_waiting on kyc_photo (submitted_at) where status = 'pending';
create index kyc_photo_picture on kyc_photo (picture_mark);
