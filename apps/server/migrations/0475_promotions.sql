-- Promotions and banners that operators show on the front page and to clients for a time. The content is in the
-- versions, of which the newest is current.
create table promotion (
  id bigint generated always as identity primary key
);

create table promotion_version (
  promotion_id bigint not null references promotion (id),
  version integer not null,
  place text not null check (place in ('banner', 'promotion')),
  -- Title, text and alternative text of the picture, by language; English is always among them.
  texts jsonb not null check (texts ? 'en'),
  -- A path of the pages, or an https URL.
  link text not null,
  picture uuid references news_picture (id),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  is_withdrawn boolean not null,
  staff_id text not null references staff_member (id),
  at timestamptz not null default now(),
  reason text not null default '',
  primary key (promotion_id, version)
);
create index promotion_version_picture on promotion_version (picture) where picture is not null;
create index promotion_version_end on promotion_version (ends_at);
create trigger promotion_version_append_only before update or delete on promotion_version
  for each row execute function refuse_news_change();
