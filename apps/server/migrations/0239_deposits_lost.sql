-- Deposits that no block holds any more are looked at in every round.
create index chain_deposits_lost on chain_deposits (network, deposit_id) where height is null;
