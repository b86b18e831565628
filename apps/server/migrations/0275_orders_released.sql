-- The amount still on hold for an order when it ended: units of the quote asset for a buy, of the base asset for a
-- sale.
alter table orders add column released_units bigint not null default 0;
