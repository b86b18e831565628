-- Dated statements about a coin that operators enter from a source outside the exchange. An empty text is a fact that is
-- not known. Figures are plain decimals; prices and the market cap are in US dollars.
alter table coin_profiles
  add column supply_source text not null default '',
  add column ranking text not null default '',
  add column market_cap text not null default '',
  -- In percent.
  add column market_dominance text not null default '',
  -- The day on which ranking, market cap and market dominance were read, and where.
  add column figures_date text not null default '',
  add column figures_source text not null default '',
  add column all_time_high text not null default '',
  add column all_time_high_date text not null default '',
  add column all_time_low text not null default '',
  add column all_time_low_date text not null default '',
  -- The day on which the all-time high and low were read, and where.
  add column records_date text not null default '',
  add column records_source text not null default '';
