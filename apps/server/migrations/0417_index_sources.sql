-- The sources that operators have chosen for the index of a perpetual market, which is identified by the codes of its
-- coins, and the pair that is read from each source, such as BTC-USDT. A market without rows uses all sources, with the
-- codes of its coins.
create table index_sources (
  base text not null,
  quote text not null,
  source text not null,
  symbol text not null,
  primary key (base, quote, source)
);
