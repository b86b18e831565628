alter table upload drop constraint upload_purpose_check;
alter table upload add constraint upload_purpose_check check (purpose in ('kyc_photo', 'attachment', 'news_picture'));

-- Images of news, re-encoded from the uploads. They are public, so they are not encrypted; they are in the database so
-- that a follower can serve them too.
create table news_picture (
  -- The id of the upload it was made from.
  id uuid primary key,
  jpeg bytea not null
);
create trigger news_picture_append_only before update or delete on news_picture
  for each row execute function refuse_news_change();

alter table news_version
  add column picture uuid references news_picture (id),
  -- Alternative text, for people who cannot see the image.
  add column picture_alt text not null default '';
create index news_version_picture on news_version (picture) where picture is not null;
