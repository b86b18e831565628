-- When the delisting last ended a halt of the market, by the exchange's clock: a halt by the core is not ended again at once.
alter table delisting add column halt_ended_ms bigint;
