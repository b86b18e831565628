-- When the client's identity was proved; null until then.
alter table client add column verified_at timestamptz;

-- A client's proof of identity: the document they gave, and what became of it.
create table kyc_case (
  owner bigint primary key references client (owner),
  -- Goes up with every photo and every decision.
  revision integer not null default 0,
  id_type text not null,
  -- Sealed (kyc/key-ring.ts): who reads the table learns nothing. Null once the retention rule has erased it.
  id_number bytea,
  -- Keyed hash of type and number, by which the same document is found at another client.
  id_mark bytea not null,
  -- The key of both.
  key_id text not null,
  opened_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create index kyc_case_mark on kyc_case (id_mark);

-- Every photo ever sent. The pictures themselves are outside the database, sealed, under the photo's id.
create table kyc_photo (
  id uuid primary key,
  owner bigint not null references kyc_case (owner),
  kind text not null check (kind in ('selfie', 'front', 'back')),
  -- 'storing' while the picture is on its way to its place: such a row left behind is swept away with its picture.
  status text not null check (status in ('storing', 'pending', 'approved', 'refused')),
  -- A later photo of its kind took its place.
  is_replaced boolean not null default false,
  submitted_at timestamptz not null default now(),
  width integer not null,
  height integer not null,
  -- Keyed hash of the picture, by which the same picture is known again.
  picture_mark bytea not null,
  key_id text not null,
  reviewed_at timestamptz,
  reviewed_by text not null default '',
  reason text not null default '',
  note text not null default '',
  -- The retention rule has erased the picture.
  erased_at timestamptz
);
-- One photo of each kind counts.
create unique index kyc_photo_counting on kyc_photo (owner, kind) where not is_replaced and status <> 'storing';
create index kyc_photo_waiting on kyc_photo (submitted_at) where status = 'pending';
create index kyc_photo_picture on kyc_photo (picture_mark);
