-- The client's limit for a single withdrawal without a second factor, in whole USDT; null means the lowest that
-- operators offer. A higher one takes effect after a day.
alter table client
  alter column withdraw_limit drop not null,
  alter column withdraw_limit drop default,
  drop constraint client_withdraw_limit_check,
  add column next_withdraw_limit integer,
  add column next_withdraw_limit_at timestamptz,
  add constraint client_withdraw_limit_check check (withdraw_limit > 0 and next_withdraw_limit > 0),
  add constraint client_next_withdraw_limit check ((next_withdraw_limit is null) = (next_withdraw_limit_at is null));
