-- The time from which one-step withdrawal is in effect, by the exchange's clock; null if it was switched on before
-- there was a waiting period.
alter table withdrawal_choices add column one_step_from timestamptz;
