-- Deposits that are no longer in any block are checked in every cycle.
create index chain_deposits_lost on chain_deposits (network, deposit_id) where height is null;
