-- The same transaction may do something else in another block: what a contract sends depends on what it finds there. What
-- came is known by what it was, so that a replaced block's amount never stands for another one's.
alter table chain_deposits drop constraint chain_deposits_network_txid_output_key;
alter table chain_deposits add unique (network, txid, output, coin, address, chain_amount);
