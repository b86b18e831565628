-- Once there are two administrators, giving access to the console takes both; and the requests and approvals of a new or
-- re-invited member of staff count after a day.
alter table staff_member
  -- When their first authenticator was enrolled. It stays when their access is reset.
  add column joined_at timestamptz,
  -- When the present one was.
  add column enrolled_at timestamptz;
update staff_member set joined_at = created_at, enrolled_at = created_at where totp_secret is not null;

-- From when this member's requests and approvals count; null where no authenticator is enrolled.
create function decides_from(member staff_member) returns timestamptz language sql stable as $$
  select member.enrolled_at + interval '24 hours'
$$;

-- Letters to staff as well as to clients. One that carries a link to sign in by is sealed until it is sent.
alter table kept_letters
  alter column owner drop not null,
  add column staff_email text,
  add column is_sealed boolean not null default false,
  add constraint kept_letters_one_reader check (num_nonnulls(owner, staff_email) = 1);

-- Who decided about a photo. The name stays as it was when it was decided.
alter table kyc_photo add column reviewer_id text references staff_member (id);
update kyc_photo set reviewer_id = (
  select min(id) from staff_member where staff_member.name = reviewed_by having count(*) = 1)
where reviewed_by <> '';
