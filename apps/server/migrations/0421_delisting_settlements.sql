-- The price, in ticks, at which a delisting closes positions although no index confirms it; null for the mean mark price.
alter table delisting add column settlement_ticks bigint check (settlement_ticks > 0);
