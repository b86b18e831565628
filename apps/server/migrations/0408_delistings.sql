-- Markets whose delisting two operators have approved. A row without `finished_at` is continued until the core has
-- delisted the market.
create table delisting (
  market_id integer primary key,
  approval_id bigint not null references approval (id),
  approved_at timestamptz not null default now(),
  -- Why the last attempt did not finish, as the core's refusal; empty if there was none.
  obstacle text not null default '',
  finished_at timestamptz
);
