-- The sources that operators have chosen for the index of a perpetual market, by the codes of its coins, and the pair of
-- each, such as BTC-USDT. A market without rows has all sources, each with its own codes.
create table index_sources (
  base text not null,
  quote text not null,
  source text not null,
  symbol text not null,
  primary key (base, quote, source)
);
