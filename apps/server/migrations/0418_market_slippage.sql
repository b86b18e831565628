-- Every version of a market's default maximum slippage, in parts per million; the newest is in effect. A market without
-- rows uses the exchange-wide setting. A pair that is listed again after a delisting is another market.
create table market_slippage (
  version bigint generated always as identity primary key,
  market integer not null,
  slippage_ppm integer not null check (slippage_ppm between 0 and 500000),
  at timestamptz not null default now(),
  changed_by text not null,
  -- Email of the second person.
  approved_by text not null,
  reason text not null
);
create index market_slippage_newest on market_slippage (market, version desc);

-- Every server caches the newest versions in memory.
create function announce_market_slippage() returns trigger language plpgsql as $$
begin
  perform pg_notify('exchange_settings', 'market ' || new.market);
  return new;
end $$;
create trigger market_slippage_changed after insert on market_slippage
  for each row execute function announce_market_slippage();
create trigger market_slippage_append_only before update or delete on market_slippage
  for each row execute function refuse_settings_change();
