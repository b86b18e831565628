-- The entries of the news source of the settings (RSS or Atom), as they were when it was last read.
create table outside_news (
  -- The URL of the source.
  source text not null,
  -- The entry's own id.
  guid text not null,
  title text not null,
  -- Plain text.
  summary text not null,
  url text not null,
  published_at timestamptz not null,
  primary key (source, guid)
);
create index outside_news_newest on outside_news (source, published_at desc);
