-- A miner is for rent only while its whole output is worth at most this much of its price, at today's prices: the price
-- is fixed while the coin's price moves. Null: no limit, as for the miners of the sandbox.
alter table miner_versions add column most_worth_percent integer check (most_worth_percent between 1 and 1000);
