-- When the icon was uploaded: an icon that no coin and no request refers to is deleted some time later.
alter table coin_icon add column added_at timestamptz not null default now();
