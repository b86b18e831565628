-- One-step withdrawals hold from then on, of the exchange's clock; null for those switched on before there was a wait.
alter table withdrawal_choices add column one_step_from timestamptz;
