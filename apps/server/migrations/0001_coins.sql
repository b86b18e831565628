-- How assets are presented. The asset itself (code, scale) belongs to the core; see table assets.
create table coins (
  code text primary key,
  full_name text not null,
  -- Image path, relative to the web root.
  image text not null,
  type text not null check (type in ('MAIN', 'ETH', 'ALT')),
  -- Shown in the home ticker.
  home boolean not null default false,
  pos boolean not null default false,
  pow boolean not null default false,
  innovation boolean not null default false,
  -- Lists are sorted by this.
  rank integer not null default 0
);
