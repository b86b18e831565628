-- How many attempts found that the payment would fail: only these count toward giving it up, not those while a signer
-- was down.
alter table outgoing_payments add column would_fail_attempts integer not null default 0;
update outgoing_payments set would_fail_attempts = attempts where starts_with(problem, 'the payment would fail: ');
