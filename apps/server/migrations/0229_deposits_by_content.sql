-- The same transaction may have a different effect in another block: what a contract sends may depend on the chain's
-- state. A transfer is therefore identified by its content, so that an amount from a replaced block never stands for a
-- different one.
alter table chain_deposits drop constraint chain_deposits_network_txid_output_key;
alter table chain_deposits add unique (network, txid, output, coin, address, chain_amount);
