-- Once there are two administrators, granting access to the console takes both; and a new or re-invited member of staff
-- may not request or approve changes for a day.
alter table staff_member
  -- When their first authenticator was enrolled; kept when their access is reset.
  add column joined_at timestamptz,
  -- When their current authenticator was enrolled.
  add column enrolled_at timestamptz;
update staff_member set joined_at = created_at, enrolled_at = created_at where totp_secret is not null;

-- The time from which this member may request and approve changes; null if no authenticator is enrolled.
create function decides_from(member staff_member) returns timestamptz language sql stable as $$
  select member.enrolled_at + interval '24 hours'
$$;

-- Emails to staff as well as to clients. One with a sign-in link is encrypted until it is sent.
alter table kept_letters
  alter column owner drop not null,
  add column staff_email text,
  add column is_sealed boolean not null default false,
  add constraint kept_letters_one_reader check (num_nonnulls(owner, staff_email) = 1);

-- Who decided on a photo. For existing decisions, the member of staff is found by name.
alter table kyc_photo add column reviewer_id text references staff_member (id);
update kyc_photo set reviewer_id = (
  select min(id) from staff_member where staff_member.name = reviewed_by having count(*) = 1)
where reviewed_by <> '';
