-- The amount that each deposit address has received since it was last swept, so that sweeps can start with the largest
-- amounts: there are many addresses with small amounts, and their senders must not be able to hide the others.
create table unswept_deposits (
  network text not null,
  coin text not null,
  address_index integer not null,
  -- Available deposits, in the coin's smallest units on the network.
  amount numeric(78) not null,
  primary key (network, coin, address_index)
);
create index unswept_deposits_amount on unswept_deposits (network, coin, amount desc);
insert into unswept_deposits (network, coin, address_index, amount)
select d.network, d.coin, a.address_index, sum(d.chain_amount)
from chain_deposits d join deposit_addresses a on a.owner_id = d.owner_id and a.address = d.address
where d.available_at > coalesce(
  (select max(begun_at) from sweeps s
   where s.network = d.network and s.address_index = a.address_index and s.coin = d.coin), '-infinity')
group by d.network, d.coin, a.address_index;

-- A failed sweep is retried after a pause that grows with each failure.
alter table sweeps add column failures integer not null default 0,
  add column next_at timestamptz not null default '-infinity';

-- Whether a small deposit that has its confirmations was already summed with its receiver's others without reaching the
-- minimum: each is read once and not in every cycle, because there may be many, which stay forever.
alter table chain_deposits add column is_summed boolean not null default false;
-- Older blocks are final.
update chain_deposits d set is_summed = true
where available_at is null and not reaches_minimum
  and height <= (select max(height) - 1000 from chain_blocks b where b.network = d.network);
create index chain_deposits_unsummed on chain_deposits (network, height)
  where available_at is null and not reaches_minimum and not is_summed;
-- No notification: pages do not show whether a deposit was summed.
drop trigger chain_deposit_changed on chain_deposits;
create trigger chain_deposit_changed after insert or update of height, reaches_minimum, available_at, stuck on chain_deposits
  for each row execute function announce_chain_deposit();
