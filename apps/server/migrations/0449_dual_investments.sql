-- Dual investments: a client deposits a coin until an expiry; the settlement price then decides whether it is returned or
-- converted at the strike, both with a yield that was fixed before. Times are milliseconds of the log's clock, amounts
-- units of their asset.

-- What clients can subscribe to. Its terms never change.
create table dual_offers (
  offer_id bigint generated always as identity primary key,
  -- The perpetual market whose index decides.
  market_id integer not null,
  base_asset_id integer not null,
  quote_asset_id integer not null,
  -- sell_high: the base asset is deposited, and sold if the price is at or above the strike. buy_low: the quote asset is
  -- deposited, and buys the base asset if the price is below the strike.
  side text not null check (side in ('sell_high', 'buy_low')),
  pool_id integer not null references earn_pools,
  -- Quote units for one whole base coin.
  strike_units bigint not null check (strike_units > 0),
  -- Parts per million a year.
  apr_ppm integer not null check (apr_ppm between 1 and 5000000),
  published_ms bigint not null,
  -- The index for which the rate was set, in quote units for one whole base coin: while the index is further away from it
  -- than this fraction, the offer takes no new money.
  index_units bigint not null check (index_units > 0),
  move_ppm integer not null check (move_ppm between 1 and 1000000),
  -- A whole minute: the index is recorded by the minute.
  expires_ms bigint not null check (expires_ms > published_ms and expires_ms % 60000 = 0),
  -- Units of the deposited asset: of one subscription, of all that a client has in the offer, of all clients together.
  minimum_units bigint not null check (minimum_units > 0),
  maximum_units bigint not null check (maximum_units >= minimum_units),
  quota_units bigint not null check (quota_units >= minimum_units),
  -- The principal of its investments, drafts included.
  used_units bigint not null default 0 check (used_units between 0 and quota_units),
  -- Withdrawn by an operator: takes no new money.
  is_paused boolean not null default false
);
create index dual_offers_expiry on dual_offers (expires_ms);

create function refuse_dual_terms_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (to_jsonb(new) - 'used_units' - 'is_paused') <> (to_jsonb(old) - 'used_units' - 'is_paused') then
    raise exception 'the terms of an offer never change: publish another offer';
  end if;
  return new;
end $$;
create trigger dual_offers_never_change before update or delete on dual_offers
  for each row execute function refuse_dual_terms_change();

-- A client's dual investment.
create table dual_investments (
  dual_id bigint generated always as identity primary key,
  owner bigint not null,
  offer_id bigint not null references dual_offers,
  -- Copied from the offer.
  market_id integer not null,
  side text not null check (side in ('sell_high', 'buy_low')),
  pool_id integer not null,
  -- The deposited asset, and the one that a conversion pays.
  asset_id integer not null,
  other_asset_id integer not null,
  strike_units bigint not null,
  apr_ppm integer not null,
  expires_ms bigint not null,
  -- The whole days for which the yield is paid.
  days integer not null check (days > 0),
  principal_units bigint not null check (principal_units > 0),
  -- Both are set aside in the pool from the start.
  yield_units bigint not null check (yield_units >= 0),
  converted_units bigint not null check (converted_units > 0),
  state text not null check (state in ('draft', 'running', 'ended', 'void')),
  outcome text check (outcome in ('returned', 'converted', 'unpriced')),
  drafted_ms bigint not null,
  ended_ms bigint,
  check ((state = 'ended') = (outcome is not null))
);
create index dual_investments_owner on dual_investments (owner, dual_id desc);
create index dual_investments_due on dual_investments (expires_ms, market_id, dual_id) where state = 'running';
create index dual_investments_open on dual_investments (owner, offer_id) where state in ('draft', 'running');

-- The price that decides every investment of a market and an expiry. Written once.
create table dual_settlements (
  market_id integer not null,
  expires_ms bigint not null,
  -- Quote units for one whole base coin; null if no index was confirmed in time, so that principal and yield are returned.
  price_units bigint check (price_units > 0),
  -- The price is the mean of the recorded minutes in the half hour before this time.
  window_end_ms bigint,
  minutes integer,
  decided_ms bigint not null,
  primary key (market_id, expires_ms),
  check ((price_units is null) = (window_end_ms is null) and (price_units is null) = (minutes is null))
);

-- A move belongs either to a stake or to a dual investment.
alter table earn_moves alter column stake_id drop not null;
alter table earn_moves add column dual_id bigint references dual_investments;
-- The asset that a conversion pays, and what of it is set aside.
alter table earn_moves add column other_asset_id integer;
alter table earn_moves add column other_units bigint;
alter table earn_moves drop constraint earn_moves_kind_check;
alter table earn_moves add constraint earn_moves_kind_check check (kind in ('subscribe', 'redeem', 'unlock', 'rest',
  'payout', 'renew', 'close', 'dual_subscribe', 'dual_return', 'dual_sell', 'dual_buy'));
alter table earn_moves add constraint earn_moves_subject_check check (
  num_nonnulls(stake_id, dual_id) = 1 and num_nonnulls(dual_id, other_asset_id, other_units) in (0, 3));
create unique index earn_moves_one_dual on earn_moves (dual_id) where state = 'sent';
