-- When the delisting last ended a halt of the market, by the exchange's clock. If the core halts the market again soon
-- after that, the delisting waits.
alter table delisting add column halt_ended_ms bigint;
