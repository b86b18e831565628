-- Facts about a coin that operators enter. An empty text is a fact that is not known.
create table coin_profiles (
  code text primary key,
  -- A year, month or day in UTC: 2009, 2009-01 or 2009-01-03.
  issue_date text not null,
  -- Plain decimals; the maximum is 'unlimited' for a coin without a maximum.
  maximum_supply text not null,
  total_supply text not null,
  circulating_supply text not null,
  -- The day on which the total and the circulating supply were read.
  supply_date text not null,
  intro text not null
);

-- Each server also caches the profiles in memory.
create trigger notify_coin after insert or update on coin_profiles for each row execute function notify_coin();

alter table upload drop constraint upload_purpose_check;
alter table upload add constraint upload_purpose_check
  check (purpose in ('kyc_photo', 'attachment', 'news_picture', 'coin_icon'));

-- Coin icons, re-encoded from uploads and publicly readable. They never change: a new icon has a new id.
create table coin_icon (
  -- The id of the upload it was made from.
  id uuid primary key,
  jpeg bytea not null
);
