-- What a client has accepted before opening positions: the notice on the risks of futures (market_id and days are 0), and the
-- minimum terms of markets, of each length.

create table futures_acceptances (
  owner bigint not null,
  market_id integer not null,
  days integer not null,
  accepted_at timestamptz not null default now(),
  primary key (owner, market_id, days)
);

-- Until now, the acceptance of the notice was one of the display preferences.
insert into futures_acceptances (owner, market_id, days, accepted_at)
  select owner, 0, 0, updated_at from client_preferences where chosen -> 'futures_notice_accepted' = 'true';
update client_preferences set chosen = chosen - 'futures_notice_accepted' where chosen ? 'futures_notice_accepted';
