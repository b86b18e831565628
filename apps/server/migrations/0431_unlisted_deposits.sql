-- Deposits of coins that are not listed yet are looked for in every cycle; no cycle may scan all deposits for them.
create index chain_deposits_unlisted on chain_deposits (network, coin, deposit_id) where stuck = 'not listed';
