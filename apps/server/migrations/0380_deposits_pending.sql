-- There may be many small deposits, which stay forever, so no cycle may scan all of them: a deposit is marked once it
-- is enough to be credited, alone or with others, and only marked ones are pending.
alter table chain_deposits rename column counts_together to reaches_minimum;
alter view client_deposits rename column counts_together to reaches_minimum;
-- Deposits that have been credited had reached the minimum.
update chain_deposits set reaches_minimum = true where available_at is null and not reaches_minimum
  and exists (select from money_records where purpose = 'deposit' and record = deposit_id);
drop index chain_deposits_open;
create index chain_deposits_pending on chain_deposits (network, deposit_id) where available_at is null and reaches_minimum;
create index chain_deposits_small on chain_deposits (network, coin, owner_id, units desc, deposit_id)
  where available_at is null and not reaches_minimum;
